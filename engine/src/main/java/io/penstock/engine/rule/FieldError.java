package io.penstock.engine.rule;

/**
 * One fault of a specification, for the user.
 *
 * @param pointer JSON pointer (RFC 6901) of the field at fault, empty for the whole document
 * @param detail rule, actual numbers, fix
 */
public record FieldError(String pointer, String detail) {

    /** The same fault, seen from further outside. */
    public FieldError within(String outer) {
        return new FieldError(outer + pointer, detail);
    }
}
