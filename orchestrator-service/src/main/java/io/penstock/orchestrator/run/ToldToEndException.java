package io.penstock.orchestrator.run;

/** The orchestrator ends, and its runs with it. */
final class ToldToEndException extends RuntimeException {

    ToldToEndException() {
        super("the orchestrator was told to end", null, false, false);
    }
}
