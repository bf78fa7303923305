package io.penstock.orchestrator.run;

/** The user wants the run to end. */
final class StoppedException extends RuntimeException {

    StoppedException() {
        super("stopped by request", null, false, false);
    }
}
