package io.penstock.common.advice;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.LayerProfile;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.LayerWorkload;
import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.StageMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A job's layers, each with its share of what its stage was measured to cost; shares are those of the estimate. With them
 * the planner can cut and schedule anew. Cut as the plan is, they cost exactly what was measured.
 *
 * @param estimated the layers as they were planned
 * @param plan what was executed
 */
public record MeasuredLayers(LayerWorkload estimated, Plan plan, Profile profile) {

    /** What each stage of the plan should cost. */
    public PipelineCosts expected() {
        return costs(estimated);
    }

    /** What each stage of the plan does cost. */
    public PipelineCosts costs() {
        return costs(workload(null));
    }

    /**
     * To be cut anew.
     *
     * @param slow whose worker, if it is its worker, takes its time wherever the layers go; null for none
     */
    public LayerWorkload workload(@Nullable SlowStage slow) {
        StageMap map = plan.table().stages();
        List<Double> slowness = new ArrayList<>(Collections.nCopies(map.ranks(), 1.0));
        if (slow != null && slow.worker()) {
            slowness.set(slow.rank(), slow.times());
        }
        Link link = profile.measured(expected()).link();
        return new LayerWorkload(layers(slowness), link, estimated.memory(), null, slowness);
    }

    /** How many layers each stage of the plan has. */
    public List<Integer> sizes() {
        return plan.partition().stream().map(LayerRange::size).toList();
    }

    private PipelineCosts costs(LayerWorkload workload) {
        return workload.withSizes(sizes())
                .costs(plan.table().stages(), plan.table().microBatches());
    }

    private IntFunction<List<LayerProfile>> layers(List<Double> slowness) {
        List<StageCosts> expected = expected().times();
        return microBatches -> {
            List<LayerProfile> all = estimated.layers().apply(microBatches);
            return IntStream.range(0, expected.size())
                    .boxed()
                    .flatMap(stage -> {
                        LayerRange range = plan.partition().get(stage);
                        int rank = plan.table().stages().rankOf(stage);
                        StageCosts own = profile.costs().get(stage).times(1 / slowness.get(rank));
                        return all.subList(range.from(), range.to()).stream()
                                .map(layer -> share(layer, own, expected.get(stage), range.size()));
                    })
                    .toList();
        };
    }

    private static LayerProfile share(LayerProfile layer, StageCosts measured, StageCosts expected, int layers) {
        StageCosts times = layer.times();
        return new LayerProfile(
                new StageCosts(
                        share(times.forward(), measured.forward(), expected.forward(), layers),
                        share(times.backwardInput(), measured.backwardInput(), expected.backwardInput(), layers),
                        share(times.backwardWeight(), measured.backwardWeight(), expected.backwardWeight(), layers)),
                layer.sizes(),
                layer.weights());
    }

    /** Of a cost that nobody expected each layer has the same share. */
    private static double share(double own, double measured, double expected, int layers) {
        return expected > 0 ? measured * own / expected : measured / layers;
    }
}
