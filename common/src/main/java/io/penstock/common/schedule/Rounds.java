package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Groups of micro-batches that pass all chunks of a rank together. */
final class Rounds {

    private Rounds() {}

    /** Cuts m micro-batches into max(1, ⌊m ÷ p⌋) rounds that are as even as possible, larger ones first. */
    static List<Integer> even(Shape shape) {
        int count = Math.max(1, shape.microBatches() / shape.ranks());
        int size = shape.microBatches() / count;
        int larger = shape.microBatches() % count;
        return IntStream.range(0, count)
                .mapToObj(round -> round < larger ? size + 1 : size)
                .toList();
    }

    /** The forwards of one rank: round by round, chunk by chunk. */
    static List<Action> forwards(StageMap stages, int rank, List<Integer> rounds) {
        return actions(stages.stagesOf(rank).boxed().toList(), ActionKind.FORWARD, rounds);
    }

    /** The backwards of one rank: round by round, the last chunk first. */
    static List<Action> backwards(StageMap stages, int rank, List<Integer> rounds) {
        return actions(stages.stagesOf(rank).boxed().toList().reversed(), ActionKind.BACKWARD_INPUT, rounds);
    }

    private static List<Action> actions(List<Integer> chunks, ActionKind kind, List<Integer> rounds) {
        List<Action> actions = new ArrayList<>();
        int first = 0;
        for (int size : rounds) {
            for (int stage : chunks) {
                for (int microBatch = first; microBatch < first + size; microBatch++) {
                    actions.add(new Action(stage, kind, microBatch));
                }
            }
            first += size;
        }
        return actions;
    }
}
