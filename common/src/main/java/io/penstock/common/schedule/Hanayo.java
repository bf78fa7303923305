package io.penstock.common.schedule;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.ListScheduling.Ahead;
import io.penstock.common.schedule.ListScheduling.Policy;
import io.penstock.common.schedule.ListScheduling.Turn;
import java.util.Collections;

/**
 * Waves: the stages run through the ranks there and back, once for each pair of chunks (Liu et al., "Hanayo: Harnessing
 * Wave-like Pipeline Parallelism", 2023). The order is what a rank finds ready with F = 1 and B = 2, forwards and
 * backwards in turn, late stages first, in one and a half times the memory of 1F1B.
 */
final class Hanayo implements Schedule {

    private static final StageCosts UNIT = new StageCosts(1, 1, 1);
    private static final StageSizes ONE = new StageSizes(1, 1, 1);
    private static final double MEMORY = 1.5;
    private static final Policy POLICY = new Policy(Turn.ALTERNATE, 0, true, Ahead.FREELY, true);

    @Override
    public String name() {
        return "hanayo";
    }

    @Override
    public int defaultChunks() {
        return 2;
    }

    @Override
    public ScheduleTable table(Shape shape) {
        if (shape.chunks() % 2 != 0) {
            throw new IllegalArgumentException(
                    "schedule hanayo runs in waves of two chunks but parallelism.chunks is %d: use an even number"
                            .formatted(shape.chunks()));
        }
        StageMap map = StageMap.wave(shape.ranks(), shape.chunks());
        PipelineCosts costs = PipelineCosts.even(map.stages(), UNIT, ONE, Link.INSTANT);
        double memory = MEMORY * shape.ranks() * shape.chunks();
        return ListScheduling.table(
                        map, shape.microBatches(), costs, Collections.nCopies(shape.ranks(), memory), POLICY)
                .orElseThrow();
    }
}
