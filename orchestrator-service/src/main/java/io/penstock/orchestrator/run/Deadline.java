package io.penstock.orchestrator.run;

import java.math.BigDecimal;
import java.time.Duration;

/** A moment until which something must have happened; renewed whenever something has. */
final class Deadline {

    private final Duration limit;
    private long startNanos = System.nanoTime();

    Deadline(Duration limit) {
        this.limit = limit;
    }

    void renew() {
        startNanos = System.nanoTime();
    }

    boolean isOver() {
        return !left().isPositive();
    }

    Duration left() {
        return limit.minusNanos(System.nanoTime() - startNanos);
    }

    /** The whole time in words, {@code 60 s} or {@code 0.5 s}. */
    String limitText() {
        return "%s s"
                .formatted(BigDecimal.valueOf(limit.toMillis(), 3)
                        .stripTrailingZeros()
                        .toPlainString());
    }

    /** The time left, or less. */
    Duration orSooner(Duration other) {
        return left().compareTo(other) < 0 ? left() : other;
    }
}
