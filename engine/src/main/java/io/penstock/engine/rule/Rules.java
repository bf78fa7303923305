package io.penstock.engine.rule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is wrong with a specification record, so that a user sees all faults at once. Used in compact
 * constructors: state the rules, then {@link #check}.
 */
public final class Rules {

    private final List<FieldError> errors = new ArrayList<>();

    /** A whole number from least to most. */
    public Rules between(String field, long value, long least, long most) {
        return require(
                value >= least && value <= most,
                "/" + field,
                "%s is %d: use %d to %d".formatted(field, value, least, most));
    }

    /** The same where the field may be absent. */
    public Rules between(String field, @Nullable Number value, long least, long most) {
        return value == null ? this : between(field, value.longValue(), least, most);
    }

    /** Finite and greater than 0. */
    public Rules positive(String field, double value) {
        return require(
                value > 0 && Double.isFinite(value),
                "/" + field,
                "%s is %s: use a finite number greater than 0".formatted(field, value));
    }

    /** From least, inclusive, to most, exclusive. */
    public Rules share(String field, double value, double least, double most) {
        return require(
                value >= least && value < most,
                "/" + field,
                "%s is %s: use at least %s and less than %s".formatted(field, value, least, most));
    }

    /** Two fields of which one must be given and the other absent. */
    public Rules exactlyOne(String first, @Nullable Object value, String second, @Nullable Object other) {
        require(
                value != null || other != null,
                "/" + first,
                "neither %s nor %s is given: add one".formatted(first, second));
        return require(
                value == null || other == null,
                "/" + second,
                "both %s and %s are given: remove one".formatted(first, second));
    }

    /** Any rule; pointer counts from the record. */
    public Rules require(boolean holds, String pointer, String detail) {
        if (!holds) {
            errors.add(new FieldError(pointer, detail));
        }
        return this;
    }

    /** @throws BrokenRulesException if a rule was broken */
    public void check() {
        if (!errors.isEmpty()) {
            throw new BrokenRulesException(errors);
        }
    }
}
