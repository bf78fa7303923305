package io.penstock.engine.data;

/** Data that cannot be used, or a path that may not. The message says rule, actual numbers and fix. */
public final class InvalidDataException extends RuntimeException {

    private final String pointer;

    /** @param pointer JSON pointer of the field at fault within the job, for example {@code /data/path} */
    public InvalidDataException(String pointer, String message) {
        super(message);
        this.pointer = pointer;
    }

    public String pointer() {
        return pointer;
    }
}
