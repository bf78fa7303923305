package io.penstock.cli;

import java.time.Duration;
import java.time.Instant;

/**
 * Measures from the start of this process.
 *
 * @param startNanos the {@link System#nanoTime()} at which it started
 */
record Stopwatch(long startNanos) {

    static Stopwatch sinceProcessStart() {
        Instant now = Instant.now();
        Instant start = ProcessHandle.current().info().startInstant().orElse(now);
        return new Stopwatch(System.nanoTime() - Duration.between(start, now).toNanos());
    }

    double secondsAt(long nanos) {
        return (nanos - startNanos) / 1e9;
    }
}
