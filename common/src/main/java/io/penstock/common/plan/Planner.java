package io.penstock.common.plan;

import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleValidator;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.StageCosts;
import java.util.List;

/** Decides before a run what every worker does in it: which layers, in which order, with how many frames in flight. */
public final class Planner {

    /** Stages times micro-batches; a plan of this size takes seconds and some hundred MiB. */
    private static final long LARGEST = 100_000;

    private Planner() {}

    /**
     * @param perLayerCosts costs of each layer for one micro-batch
     * @param latency one way between two ranks, in the unit of the costs
     * @throws IllegalArgumentException with rule, numbers and fix, if no such plan exists
     */
    public static Plan plan(
            String schedule, int ranks, int chunks, int microBatches, List<StageCosts> perLayerCosts, double latency) {
        StageMap stages = new StageMap(ranks, chunks);
        requireSize(stages, microBatches);
        List<LayerRange> partition = Partition.balance(
                perLayerCosts.stream().mapToDouble(Planner::total).toArray(), stages.stages());
        ScheduleTable table = Lowering.lower(Schedules.named(schedule).table(stages, microBatches));
        int bufferDepth = BufferDepth.of(table);
        ScheduleValidator.check(table, bufferDepth);
        List<StageCosts> perStage =
                partition.stream().map(range -> sum(perLayerCosts, range)).toList();
        Bubble predicted = Simulator.simulate(table, perStage, latency).bubble();
        return new Plan(schedule, partition, table, bufferDepth, predicted);
    }

    private static void requireSize(StageMap stages, int microBatches) {
        if ((long) stages.stages() * microBatches > LARGEST) {
            throw new IllegalArgumentException(
                    "parallelism.microBatches is %d over %d stages, more than %d actions of one kind: use at most %d"
                            .formatted(microBatches, stages.stages(), LARGEST, LARGEST / stages.stages()));
        }
    }

    private static double total(StageCosts costs) {
        return costs.forward() + costs.backward();
    }

    private static StageCosts sum(List<StageCosts> perLayer, LayerRange range) {
        return perLayer.subList(range.from(), range.to()).stream()
                .reduce(
                        new StageCosts(0, 0, 0),
                        (a, b) -> new StageCosts(
                                a.forward() + b.forward(),
                                a.backwardInput() + b.backwardInput(),
                                a.backwardWeight() + b.backwardWeight()));
    }
}
