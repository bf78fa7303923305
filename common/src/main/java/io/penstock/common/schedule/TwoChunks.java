package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the line of one rank that owns two stages of a V: the near one, which its micro-batches pass on the way there, and
 * the far one on the way back. Each kind of action takes the micro-batches in their order.
 */
final class TwoChunks {

    private final Line near;
    private final Line far;
    private final List<Action> actions = new ArrayList<>();
    private final List<Integer> overlaps = new ArrayList<>();

    TwoChunks(int ranks, int rank) {
        this.near = new Line(rank);
        this.far = new Line(2 * ranks - 1 - rank);
    }

    /** The actions of one of the two stages. */
    final class Line {

        private final int stage;
        private final Map<ActionKind, Integer> done = new EnumMap<>(ActionKind.class);

        private Line(int stage) {
            this.stage = stage;
        }

        /** How many actions of a kind are in the line. */
        int count(ActionKind kind) {
            return done.getOrDefault(kind, 0);
        }

        void forward() {
            add(ActionKind.FORWARD);
        }

        void backwardInput() {
            add(ActionKind.BACKWARD_INPUT);
        }

        void backwardWeight() {
            add(ActionKind.BACKWARD_WEIGHT);
        }

        /** I and then W of the next micro-batches, which are the same one if no W is late. */
        void bothBackwards() {
            backwardInput();
            backwardWeight();
        }

        /** B of the next micro-batch. */
        void backward() {
            int microBatch = next(ActionKind.BACKWARD_INPUT);
            next(ActionKind.BACKWARD_WEIGHT);
            actions.add(new Action(stage, ActionKind.BACKWARD, microBatch));
        }

        private void add(ActionKind kind) {
            actions.add(new Action(stage, kind, next(kind)));
        }

        private int next(ActionKind kind) {
            return done.merge(kind, 1, Integer::sum) - 1;
        }
    }

    Line near() {
        return near;
    }

    Line far() {
        return far;
    }

    /** F of one stage overlapped with B of the other. */
    void overlap(Line forward, Line backward) {
        overlaps.add(actions.size());
        forward.forward();
        backward.backward();
    }

    List<Action> actions() {
        return actions;
    }

    List<Integer> overlaps() {
        return overlaps;
    }

    /** @throws IllegalArgumentException if a rank would not have two stages */
    static void require(String schedule, Shape shape) {
        if (shape.chunks() != 2) {
            throw new IllegalArgumentException(
                    "schedule %s gives each rank two stages, one on the way there and one on the way back, but parallelism.chunks is %d: use 2"
                            .formatted(schedule, shape.chunks()));
        }
    }
}
