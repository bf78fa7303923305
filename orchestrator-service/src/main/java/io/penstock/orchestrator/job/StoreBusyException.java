package io.penstock.orchestrator.job;

import java.time.Duration;

/** Nothing was changed, because changes before this one take too long. */
public final class StoreBusyException extends RuntimeException {

    StoreBusyException(Duration waited) {
        super("the job store was busy for %d s".formatted(waited.toSeconds()));
    }
}
