package io.penstock.cli.client;

/** The orchestrator gave no usable answer: it is down, unreachable, too slow, or it failed (5xx). */
public final class UnreachableException extends RuntimeException {

    public UnreachableException(String message) {
        super(message);
    }
}
