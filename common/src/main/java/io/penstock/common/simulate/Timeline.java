package io.penstock.common.simulate;

import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.Liveness;
import java.util.ArrayList;
import java.util.List;

/**
 * When each compute action of one step runs, per rank in execution order, and when each tensor travels.
 *
 * @param ranks one list a rank
 * @param transfers in no particular order
 */
public record Timeline(List<List<Span>> ranks, List<Transfer> transfers) {

    /** One compute action from start to end, in the unit of the simulated costs. */
    public record Span(Action action, double start, double end) {

        public double duration() {
            return end - start;
        }
    }

    /**
     * One tensor on its way.
     *
     * @param send the sender's action
     */
    public record Transfer(Action send, double departure, double arrival) {}

    public Timeline {
        ranks = ranks.stream().map(List::copyOf).toList();
        transfers = List.copyOf(transfers);
    }

    /** From the first start to the last end over all ranks. */
    public double makespan() {
        return lastEnd() - firstStart();
    }

    /** From the first start to the last end of the rank for which that is longest. */
    public double span() {
        return times().stream().mapToDouble(RankTimes::span).max().orElseThrow();
    }

    /** The mean time that a rank computes: how long the step would take without any bubble. */
    public double ideal() {
        return times().stream().mapToDouble(RankTimes::busy).average().orElseThrow();
    }

    public Bubble bubble() {
        return Bubbles.measured(times());
    }

    public double firstStart() {
        return times().stream().mapToDouble(RankTimes::firstStart).min().orElseThrow();
    }

    public double lastEnd() {
        return times().stream().mapToDouble(RankTimes::lastEnd).max().orElseThrow();
    }

    /** When each rank computes, by rank. */
    public List<RankTimes> times() {
        return ranks.stream().map(Timeline::times).toList();
    }

    private static RankTimes times(List<Span> spans) {
        double busy = 0;
        for (Span span : spans) {
            busy += span.duration();
        }
        return new RankTimes(spans.getFirst().start(), spans.getLast().end(), busy);
    }

    /**
     * How much is live on one rank at every moment at which that changes, in order: activations from the start of F to the
     * end of I, what is kept of them until the end of W.
     *
     * @param sizes of one micro-batch, by stage
     */
    public List<Level> memory(int rank, List<StageSizes> sizes) {
        List<Level> levels = new ArrayList<>();
        double live = 0;
        for (Span span : ranks.get(rank)) {
            StageSizes size = sizes.get(span.action().stage());
            double change = Liveness.change(span.action(), size);
            live += change;
            levels.add(new Level(change > 0 ? span.start() : span.end(), live));
        }
        return levels;
    }

    /** How much is live from one moment on, in the unit of the sizes. */
    public record Level(double time, double live) {}

    /**
     * The actions that decide how long the step takes, in order: each one started when the one before it, or the tensor
     * that this one sent, was there. Shortening any other action alone changes nothing.
     */
    public List<Span> criticalPath() {
        return new CriticalPath(this).spans();
    }
}
