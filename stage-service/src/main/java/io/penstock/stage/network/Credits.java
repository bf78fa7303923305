package io.penstock.stage.network;

import io.penstock.common.wire.TensorKind;
import io.penstock.stage.runtime.Rank;
import java.util.EnumMap;
import java.util.Map;

/** How many frames of each kind may be on their way from one rank to another: what the plan allows and no more. */
record Credits(Map<TensorKind, Integer> byKind) {

    private static final int EVALUATIONS_AHEAD = 2;

    static Credits of(Rank rank) {
        int chunks = rank.map().chunks();
        Map<TensorKind, Integer> credits = new EnumMap<>(TensorKind.class);
        for (TensorKind kind : TensorKind.values()) {
            credits.put(
                    kind,
                    switch (kind) {
                        case FORWARD, BACKWARD -> rank.plan().bufferDepth() * chunks;
                        case COLLECTIVE -> chunks;
                        case EVALUATION -> EVALUATIONS_AHEAD * chunks;
                    });
        }
        return new Credits(credits);
    }

    int of(TensorKind kind) {
        return byKind.getOrDefault(kind, 0);
    }
}
