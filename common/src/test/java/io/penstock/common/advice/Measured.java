package io.penstock.common.advice;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Plan;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.Timeline;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Steps whose layers take exactly as long as they are told. */
final class Measured {

    /** Of each layer, before anything is slow. */
    static final StageCosts LAYER = new StageCosts(1, 1, 1);

    private Measured() {}

    /**
     * @param layers how many times longer each layer takes than it should
     * @param ranks the same for each rank
     */
    static PipelineCosts costs(Plan plan, IntToDoubleFunction layers, IntToDoubleFunction ranks, double latency) {
        List<StageCosts> times = IntStream.range(0, plan.partition().size())
                .mapToObj(stage -> {
                    LayerRange range = plan.partition().get(stage);
                    double sum = IntStream.range(range.from(), range.to())
                            .mapToDouble(layers)
                            .sum();
                    int rank = plan.table().stages().rankOf(stage);
                    return LAYER.times(sum * ranks.applyAsDouble(rank));
                })
                .toList();
        return new PipelineCosts(times, Link.latency(latency));
    }

    /** Steps 5 to 8 of a run. */
    static List<MeasuredStep> steps(Plan plan, PipelineCosts costs) {
        Timeline timeline = Simulator.simulate(plan.table(), costs, plan.bufferDepth());
        return IntStream.rangeClosed(5, 8)
                .mapToObj(step -> new MeasuredStep(step, plan.schedule(), costs.times(), timeline))
                .toList();
    }
}
