package io.penstock.orchestrator.plan;

/** A run cannot change to a schedule. The message says why and what to do. */
public final class RescheduleRefusedException extends RuntimeException {

    public RescheduleRefusedException(String message) {
        super(message);
    }
}
