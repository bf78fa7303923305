package io.penstock.common.schedule;

import java.util.List;

/**
 * All forwards chunk by chunk, then all backwards (Lamy-Poirier, "Breadth-First Pipeline Parallelism", 2023): the bubble
 * of interleaved 1F1B, but each chunk's weights are used once a step; holds every micro-batch.
 */
final class LoopedBreadthFirst implements Schedule {

    @Override
    public String name() {
        return "looped-bfs";
    }

    @Override
    public int defaultChunks() {
        return 2;
    }

    @Override
    public ScheduleTable table(Shape shape) {
        int all = shape.chunks() * shape.microBatches();
        StageMap stages = StageMap.loop(shape.ranks(), shape.chunks());
        return new WarmUp(stages, shape.microBatches(), List.of(shape.microBatches()), rank -> all).fused();
    }
}
