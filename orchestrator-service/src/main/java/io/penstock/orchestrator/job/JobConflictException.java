package io.penstock.orchestrator.job;

/** A request that contradicts what is stored. The message says what and what to do. */
public final class JobConflictException extends RuntimeException {

    public JobConflictException(String message) {
        super(message);
    }
}
