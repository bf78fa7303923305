package io.penstock.orchestrator.store;

import java.time.Duration;

/** Another orchestrator uses the database. */
final class StoreInUseException extends RuntimeException {

    StoreInUseException(Duration waited) {
        super("another orchestrator has used it for the last %d s".formatted(waited.toSeconds()));
    }
}
