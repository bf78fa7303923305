package io.penstock.stage.runtime;

import io.penstock.common.wire.TensorKind;
import java.util.HashMap;
import java.util.Map;

/** Counts activations and gradients on their way, by link: the receiving stage and the direction. */
final class LinkCounts {

    private record Link(TensorKind kind, int stage) {}

    private final Map<Link, Integer> waiting = new HashMap<>();
    private int peak;

    synchronized void sent(TensorKey key) {
        if (counts(key)) {
            peak = Math.max(peak, waiting.merge(new Link(key.kind(), key.stage()), 1, Integer::sum));
        }
    }

    synchronized void taken(TensorKey key) {
        if (counts(key)) {
            waiting.merge(new Link(key.kind(), key.stage()), -1, Integer::sum);
        }
    }

    synchronized int peak() {
        return peak;
    }

    private static boolean counts(TensorKey key) {
        return key.kind() == TensorKind.FORWARD || key.kind() == TensorKind.BACKWARD;
    }
}
