package io.penstock.orchestrator.plan;

/** There is too much to search for right now. */
public final class BusyPlanDeskException extends RuntimeException {

    BusyPlanDeskException(String message) {
        super(message);
    }
}
