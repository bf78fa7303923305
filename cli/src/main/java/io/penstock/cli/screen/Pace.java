package io.penstock.cli.screen;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Estimates the time to the end from the newest few seconds, since the first steps of a run are slow. */
final class Pace {

    private static final Duration WINDOW = Duration.ofSeconds(3);

    private @Nullable Mark older;
    private @Nullable Mark newer;

    private record Mark(long step, long nanos) {}

    void mark(long step, long nanos) {
        if (newer == null || nanos - newer.nanos() >= WINDOW.toNanos()) {
            older = newer == null ? new Mark(step, nanos) : newer;
            newer = new Mark(step, nanos);
        }
    }

    /** Seconds from the given step to the last one; null before there is anything to go by. */
    @Nullable
    Double remainingSeconds(long step, long steps, long nanos) {
        if (older == null || step <= older.step() || steps < step) {
            return null;
        }
        return (steps - step) * (nanos - older.nanos()) / 1e9 / (step - older.step());
    }
}
