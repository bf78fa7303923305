package io.penstock.orchestrator.api;

/** A request body that is not read to its end. */
final class BodyTooLargeException extends RuntimeException {

    BodyTooLargeException(long bytes) {
        super("the body has at least %d bytes: send at most %d".formatted(bytes, Body.MAX_BYTES));
    }
}
