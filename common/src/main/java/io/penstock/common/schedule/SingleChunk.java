package io.penstock.common.schedule;

import java.util.List;
import java.util.function.IntUnaryOperator;

/** The schedules in which each rank has one stage. */
final class SingleChunk {

    private SingleChunk() {}

    /**
     * @param held by rank, the most micro-batches between their F and their B
     */
    static WarmUp warmUp(String schedule, Shape shape, IntUnaryOperator held) {
        if (shape.chunks() != 1) {
            throw new IllegalArgumentException(
                    "schedule %s gives each rank one stage but parallelism.chunks is %d: use 1"
                            .formatted(schedule, shape.chunks()));
        }
        return new WarmUp(StageMap.loop(shape.ranks(), 1), shape.microBatches(), List.of(shape.microBatches()), held);
    }
}
