package io.penstock.stage.runtime;

import io.penstock.common.cost.StageCosts;
import io.penstock.common.schedule.ActionKind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Times of the compute actions of one step: first start, last end, and the mean cost of a micro-batch by stage. */
final class StageTimer {

    private static final double NANOS = 1e-9;

    private final Map<ActionKind, long[]> nanos = new EnumMap<>(ActionKind.class);
    private final int microBatches;
    private long firstStart;
    private long lastEnd;
    private boolean started;

    StageTimer(int stages, int microBatches) {
        this.microBatches = microBatches;
        for (ActionKind kind : List.of(ActionKind.FORWARD, ActionKind.BACKWARD_INPUT, ActionKind.BACKWARD_WEIGHT)) {
            nanos.put(kind, new long[stages]);
        }
    }

    void start() {
        nanos.values().forEach(row -> Arrays.fill(row, 0));
        started = false;
    }

    boolean started() {
        return started;
    }

    /** @param kind F, I or W; a B is added as I and W */
    void add(int stage, ActionKind kind, long from, long to) {
        if (!started) {
            firstStart = from;
            started = true;
        }
        lastEnd = to;
        of(kind)[stage] += to - from;
    }

    long firstStart() {
        return firstStart;
    }

    long lastEnd() {
        return lastEnd;
    }

    double computeSeconds() {
        return nanos.values().stream().flatMapToLong(Arrays::stream).sum() * NANOS;
    }

    /** Mean seconds of one micro-batch. */
    StageCosts costs(int stage) {
        return new StageCosts(
                mean(stage, ActionKind.FORWARD),
                mean(stage, ActionKind.BACKWARD_INPUT),
                mean(stage, ActionKind.BACKWARD_WEIGHT));
    }

    private double mean(int stage, ActionKind kind) {
        return of(kind)[stage] * NANOS / microBatches;
    }

    private long[] of(ActionKind kind) {
        long[] row = nanos.get(kind);
        if (row == null) {
            throw new IllegalArgumentException(kind + " is timed by its parts, F, I and W");
        }
        return row;
    }
}
