package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far one rank is while a step is played through, and what of its stages it could run. */
final class RankQueue {

    /** Share of its memory by which rounding may exceed it. */
    private static final double ROUNDING = 1e-9;

    final int rank;
    private final List<StageQueue> stages;
    private final double memory;
    private final List<Action> line = new ArrayList<>();
    private double live;
    private double free;
    private boolean forwardLast;

    RankQueue(int rank, List<StageQueue> stages, double memory) {
        this.rank = rank;
        this.stages = stages;
        this.memory = memory;
    }

    List<Action> line() {
        return line;
    }

    boolean isDone() {
        return stages.stream().allMatch(StageQueue::isDone);
    }

    boolean isFree(double now) {
        return free <= now;
    }

    boolean ranForwardLast() {
        return forwardLast;
    }

    /** Runs an action from now on and returns when it ends. */
    double run(Action action, StageQueue stage, double now, double time) {
        line.add(action);
        live += Liveness.change(action, stage.sizes);
        free = now + time;
        switch (action.kind()) {
            case FORWARD -> forwardLast = true;
            case BACKWARD, BACKWARD_INPUT -> forwardLast = false;
            case BACKWARD_WEIGHT, SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> {}
        }
        return free;
    }

    /** The first stage whose gradient is there. */
    @Nullable
    StageQueue readyBackward(double now) {
        for (StageQueue stage : stages) {
            if (stage.nextGradient() <= now) {
                return stage;
            }
        }
        return null;
    }

    /** The stage whose forward goes next: the latest one that can run, or the one that has done fewest. */
    @Nullable
    StageQueue readyForward(double now, boolean deepFirst) {
        StageQueue best = null;
        for (int chunk = 0; chunk < stages.size(); chunk++) {
            StageQueue stage = stages.get(chunk);
            if (stage.nextInput() <= now
                    && fits(chunk)
                    && (best == null || deepFirst || stage.forwards() < best.forwards())) {
                best = stage;
            }
        }
        return best;
    }

    /** The stage whose W is overdue longest. */
    @Nullable
    StageQueue owedWeight() {
        StageQueue oldest = null;
        for (StageQueue stage : stages) {
            if (stage.owesWeights() && (oldest == null || stage.weights() <= oldest.weights())) {
                oldest = stage;
            }
        }
        return oldest;
    }

    /** When the next F or I can run, as far as that is known. */
    double nextArrival() {
        double next = Double.POSITIVE_INFINITY;
        for (int chunk = 0; chunk < stages.size(); chunk++) {
            next = Math.min(next, stages.get(chunk).nextGradient());
            if (fits(chunk)) {
                next = Math.min(next, stages.get(chunk).nextInput());
            }
        }
        return next;
    }

    /** True if a forward leaves room for one micro-batch in each later stage. */
    private boolean fits(int chunk) {
        double after = live;
        for (int later = chunk; later < stages.size(); later++) {
            after += stages.get(later).sizes.activation();
        }
        return after <= memory * (1 + ROUNDING);
    }
}
