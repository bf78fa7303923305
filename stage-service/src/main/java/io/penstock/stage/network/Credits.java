package io.penstock.stage.network;

import io.penstock.common.wire.TensorKind;
import io.penstock.stage.runtime.Rank;
import java.util.EnumMap;
import java.util.Map;

/**
 * How many frames of each kind may be on their way from one rank to another. A sender gets twice the depth that the plan
 * needs, and the receiver gives credits back a depth at a time: fewer than a depth are ever withheld, so a send of the plan
 * still never waits, and most frames cost no answer.
 *
 * @param depths by kind, what the plan needs
 */
record Credits(Map<TensorKind, Integer> depths) {

    private static final int EVALUATIONS_AHEAD = 2;
    private static final int TIED_AHEAD = 4;

    static Credits of(Rank rank) {
        int chunks = rank.map().chunks();
        Map<TensorKind, Integer> depths = new EnumMap<>(TensorKind.class);
        for (TensorKind kind : TensorKind.values()) {
            int depth = switch (kind) {
                case FORWARD, BACKWARD, SEGMENTS -> rank.plan().bufferDepth();
                case COLLECTIVE -> 1;
                case EVALUATION, EVALUATION_SEGMENTS, SAMPLED -> EVALUATIONS_AHEAD;
                case TIED -> TIED_AHEAD;
            };
            depths.put(kind, depth * chunks);
        }
        return new Credits(depths);
    }

    /** What a sender starts with. */
    Map<TensorKind, Integer> granted() {
        Map<TensorKind, Integer> granted = new EnumMap<>(TensorKind.class);
        depths.forEach((kind, depth) -> granted.put(kind, 2 * depth));
        return granted;
    }

    /** How many are given back at once. */
    int depth(TensorKind kind) {
        return depths.getOrDefault(kind, 0);
    }
}
