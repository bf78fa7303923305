package io.penstock.common.process;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before the next try: about twice as long each time, up to a limit. A quarter more or less is left to
 * chance, so that many who wait for the same thing do not come together. Used by one thread.
 */
public final class Backoff {

    private static final double SPREAD = 0.25;

    private final Duration first;
    private final Duration longest;
    private Duration next;

    public Backoff(Duration first, Duration longest) {
        this.first = first;
        this.longest = longest;
        this.next = first;
    }

    /** The next pause. */
    public Duration pause() {
        Duration now = next;
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(longest) < 0 ? doubled : longest;
        double chance = 1 + SPREAD * ThreadLocalRandom.current().nextDouble(-1, 1);
        return Duration.ofNanos(Math.round(now.toNanos() * chance));
    }

    /** The last try went well. */
    public void reset() {
        next = first;
    }
}
