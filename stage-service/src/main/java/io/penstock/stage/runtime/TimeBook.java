package io.penstock.stage.runtime;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Where one rank's time of one step goes. There is one running clock reading; each {@link #book} gives all time since the
 * last one to an entry, so nothing is counted twice and nothing is lost.
 */
final class TimeBook {

    /** What time is booked as; busy entries are work, the others are idle time by cause. */
    enum Entry {
        FORWARD(true),
        BACKWARD_INPUT(true),
        BACKWARD_WEIGHT(true),
        BACKWARD(true),
        /** Computing a forward again before its backward. */
        RECOMPUTE(true),
        OPTIMIZER(true),
        SEND(true),
        /** Waiting for the step's first input. */
        FILL(false),
        /** Waiting for the other ranks after the step's last compute action. */
        DRAIN(false),
        WAIT_ACTIVATION(false),
        WAIT_GRADIENT(false),
        /** Waiting for room at the receiver. */
        WAIT_MEMORY(false),
        /** Waiting for the driver's grant. */
        WAIT_STEP(false);

        private final boolean busy;

        Entry(boolean busy) {
            this.busy = busy;
        }
    }

    private static final double NANOS = 1e-9;

    private final LongSupplier clock;
    private final Map<Entry, Long> nanos = new EnumMap<>(Entry.class);
    private long stepStart;
    private long last;

    TimeBook(LongSupplier clock) {
        this.clock = clock;
        start();
    }

    /** Begins a new step. */
    void start() {
        nanos.clear();
        stepStart = clock.getAsLong();
        last = stepStart;
    }

    /** Books the time since the last booking, and returns the clock's reading. */
    long book(Entry entry) {
        long now = clock.getAsLong();
        nanos.merge(entry, now - last, Long::sum);
        last = now;
        return now;
    }

    /** The reading at the last booking. */
    long last() {
        return last;
    }

    double wallSeconds() {
        return (last - stepStart) * NANOS;
    }

    Map<String, Double> busySeconds() {
        return seconds(true);
    }

    Map<String, Double> idleSeconds() {
        return seconds(false);
    }

    private Map<String, Double> seconds(boolean busy) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        nanos.forEach((entry, value) -> {
            if (entry.busy == busy) {
                seconds.put(entry.name().toLowerCase(Locale.ROOT), value * NANOS);
            }
        });
        return seconds;
    }
}
