package io.penstock.orchestrator.watch;

/** All places for event streams are taken. */
public final class TooManyWatchersException extends RuntimeException {

    TooManyWatchersException(int most) {
        super("%d event streams are open already: close some, or poll GET /jobs/{id}".formatted(most));
    }
}
