package io.penstock.orchestrator.worker;

import io.penstock.common.control.Pong;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;

/**
 * How far a worker's nanoTime is ahead of ours: the median over the quarter of the last {@value #KEPT} pings that came
 * back fastest, since a slow one says little about when it was answered (Mills, RFC 5905, section 10).
 */
final class ClockOffset {

    static final int KEPT = 16;

    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(long roundTrip, long offset) {}

    synchronized void add(Pong pong, long receivedNanos) {
        long roundTrip = receivedNanos - pong.sentNanos();
        samples.addLast(new Sample(roundTrip, pong.workerNanos() - (pong.sentNanos() + roundTrip / 2)));
        if (samples.size() > KEPT) {
            samples.removeFirst();
        }
    }

    /** Nanoseconds to subtract from the worker's clock, empty before the first answer. */
    synchronized OptionalLong nanos() {
        if (samples.isEmpty()) {
            return OptionalLong.empty();
        }
        List<Long> best = samples.stream()
                .sorted(Comparator.comparingLong(Sample::roundTrip))
                .limit((samples.size() + 3) / 4)
                .map(Sample::offset)
                .sorted()
                .toList();
        return OptionalLong.of(best.get(best.size() / 2));
    }
}
