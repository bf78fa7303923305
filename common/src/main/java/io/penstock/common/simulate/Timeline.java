package io.penstock.common.simulate;

import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ActionKind;
import java.util.List;

/**
 * When each compute action of one step runs, per rank in execution order.
 *
 * @param ranks one list a rank
 */
public record Timeline(List<List<Span>> ranks) {

    /** One compute action from start to end, in the unit of the simulated costs. */
    public record Span(Action action, double start, double end) {

        double duration() {
            return end - start;
        }
    }

    public Timeline {
        ranks = ranks.stream().map(List::copyOf).toList();
    }

    /** From the first start to the last end over all ranks. */
    public double makespan() {
        double start = times().stream().mapToDouble(RankTimes::firstStart).min().orElseThrow();
        double end = times().stream().mapToDouble(RankTimes::lastEnd).max().orElseThrow();
        return end - start;
    }

    public Bubble bubble() {
        return Bubbles.measured(times());
    }

    /** When each rank computes, by rank. */
    public List<RankTimes> times() {
        return ranks.stream().map(Timeline::times).toList();
    }

    /** Most pairs of stage and micro-batch between their F and the end of their B or W, by rank. */
    public int[] peakActivations() {
        return ranks.stream().mapToInt(Timeline::peak).toArray();
    }

    private static RankTimes times(List<Span> spans) {
        double busy = spans.stream().mapToDouble(Span::duration).sum();
        return new RankTimes(spans.getFirst().start(), spans.getLast().end(), busy);
    }

    private static int peak(List<Span> spans) {
        int live = 0;
        int peak = 0;
        for (Span span : spans) {
            live += change(span.action().kind());
            peak = Math.max(peak, live);
        }
        return peak;
    }

    private static int change(ActionKind kind) {
        return switch (kind) {
            case FORWARD -> 1;
            case BACKWARD, BACKWARD_WEIGHT -> -1;
            case BACKWARD_INPUT, SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> 0;
        };
    }
}
