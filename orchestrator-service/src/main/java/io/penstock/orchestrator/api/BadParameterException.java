package io.penstock.orchestrator.api;

/** A header or parameter that cannot be read. */
final class BadParameterException extends RuntimeException {

    BadParameterException(String message) {
        super(message);
    }
}
