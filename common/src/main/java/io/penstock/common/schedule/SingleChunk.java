package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Writes the tables in which each rank has one stage and runs as many forwards ahead as it may hold micro-batches, then
 * one backward and one forward in turn. The schedules with fused backwards differ only in that number.
 */
final class SingleChunk {

    private SingleChunk() {}

    /**
     * @param held by rank, the most micro-batches between their F and their B
     */
    static ScheduleTable table(String schedule, StageMap stages, int microBatches, IntUnaryOperator held) {
        if (stages.chunks() != 1) {
            throw new IllegalArgumentException(
                    "schedule %s gives each rank one stage but parallelism.chunks is %d: use 1"
                            .formatted(schedule, stages.chunks()));
        }
        List<List<Action>> actions = IntStream.range(0, stages.ranks())
                .mapToObj(rank -> line(rank, microBatches, Math.min(held.applyAsInt(rank), microBatches)))
                .toList();
        return new ScheduleTable(stages, microBatches, actions);
    }

    private static List<Action> line(int stage, int microBatches, int held) {
        List<Action> line = new ArrayList<>();
        for (int i = 0; i < microBatches + held; i++) {
            if (i >= held) {
                line.add(new Action(stage, ActionKind.BACKWARD, i - held));
            }
            if (i < microBatches) {
                line.add(new Action(stage, ActionKind.FORWARD, i));
            }
        }
        return line;
    }
}
