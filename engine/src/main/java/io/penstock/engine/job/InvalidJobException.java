package io.penstock.engine.job;

import io.penstock.engine.rule.FieldError;
import java.util.List;
import java.util.stream.Collectors;

/** A job that cannot be run as specified; lists every fault that could be found at once. */
public final class InvalidJobException extends RuntimeException {

    private final transient List<FieldError> errors;

    public InvalidJobException(List<FieldError> errors) {
        super(errors.stream()
                .map(error -> error.pointer().isEmpty() ? error.detail() : error.pointer() + ": " + error.detail())
                .collect(Collectors.joining("; ")));
        this.errors = List.copyOf(errors);
    }

    /** At least one; pointers start at the job. */
    public List<FieldError> errors() {
        return errors;
    }
}
