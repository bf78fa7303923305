package io.penstock.cli.client;

import java.util.List;

/** What was asked for is understood and refused, by the orchestrator (4xx) or before it: the caller has something to change. */
public final class RefusedException extends RuntimeException {

    private final transient List<FieldError> errors;

    public RefusedException(String message, List<FieldError> errors) {
        super(message);
        this.errors = List.copyOf(errors);
    }

    public List<FieldError> errors() {
        return errors;
    }
}
