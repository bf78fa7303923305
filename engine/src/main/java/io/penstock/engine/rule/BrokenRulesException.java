package io.penstock.engine.rule;

import java.util.List;
import java.util.stream.Collectors;

/** A specification record cannot be made of these values. Pointers start at the record. */
public final class BrokenRulesException extends IllegalArgumentException {

    private final transient List<FieldError> errors;

    BrokenRulesException(List<FieldError> errors) {
        super(errors.stream().map(FieldError::detail).collect(Collectors.joining("; ")));
        this.errors = List.copyOf(errors);
    }

    public List<FieldError> errors() {
        return errors;
    }
}
