package io.penstock.common.advice;

import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.plan.Alternative;
import io.penstock.common.plan.LayerWorkload;
import io.penstock.common.plan.Objective;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planned;
import io.penstock.common.plan.Planner;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.Timeline;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a job's bubble is made of, and what its steps would take if it were planned otherwise, all from what its own steps
 * cost. Takes seconds: the planner searches.
 *
 * @param stepSeconds measured mean, from the first start to the last end
 * @param predictedStepSeconds the same, simulated
 * @param bubble measured mean
 * @param slow the stage that takes too long, if one does
 * @param repair a better partition, if there is one
 * @param alternatives other schedules, chunks and micro-batches, fastest first, refused ones last
 */
public record Advice(
        String schedule,
        double stepSeconds,
        double predictedStepSeconds,
        Bubble bubble,
        BubbleParts parts,
        @Nullable SlowStage slow,
        @Nullable Repair repair,
        List<Alternative> alternatives) {

    /** A repair that gains less is not worth a restart. */
    private static final double LEAST_GAIN = 0.02;

    /**
     * @param steps recorded, at least one, of this plan
     * @param estimated the layers as they were planned
     * @param microBatches the numbers to try
     */
    public static Advice of(Plan plan, List<MeasuredStep> steps, LayerWorkload estimated, List<Integer> microBatches) {
        MeasuredLayers layers = new MeasuredLayers(estimated, plan, Profile.of(steps));
        PipelineCosts costs = layers.costs();
        Timeline simulated = Simulator.simulate(plan.table(), costs, plan.bufferDepth());
        List<Timeline> measured =
                Profile.warm(steps).stream().map(MeasuredStep::recorded).toList();
        double makespan = mean(measured, Timeline::makespan);
        Bubble bubble = new Bubble(
                mean(measured, timeline -> timeline.bubble().makespan()),
                mean(measured, timeline -> timeline.bubble().span()));
        Optional<SlowStage> slow =
                SlowStage.find(plan.table().stages(), layers.expected().times(), costs.times());
        LayerWorkload workload = layers.workload(slow.orElse(null));
        return new Advice(
                plan.schedule(),
                makespan,
                simulated.makespan(),
                bubble,
                BubbleParts.of(plan, costs, makespan, bubble.makespan()),
                slow.orElse(null),
                repair(plan, workload, layers.sizes(), simulated.makespan()).orElse(null),
                alternatives(plan, workload, microBatches));
    }

    private static Optional<Repair> repair(Plan plan, LayerWorkload workload, List<Integer> sizes, double stepSeconds) {
        try {
            Repair repair = Repair.of(Planner.plan(PlanRequest.of(plan.table().compute()), workload));
            boolean better = repair.predictedStepSeconds() < stepSeconds * (1 - LEAST_GAIN);
            return Optional.of(repair).filter(found -> better && !found.layers().equals(sizes));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static List<Alternative> alternatives(Plan plan, LayerWorkload workload, List<Integer> microBatches) {
        PlanRequest request = new PlanRequest(
                PlanRequest.AUTO, null, plan.table().stages().ranks(), null, microBatches, Objective.MAKESPAN);
        try {
            Planned best = Planner.plan(request, workload);
            boolean named = !best.plan().schedule().equals(PlanRequest.AUTO);
            return Stream.concat(
                            named
                                    ? Stream.empty()
                                    : Stream.of(Alternative.of(
                                            PlanRequest.AUTO, best.plan().table(), best.timeline())),
                            best.alternatives().stream())
                    .toList();
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    private static double mean(List<Timeline> timelines, ToDoubleFunction<Timeline> value) {
        return timelines.stream().mapToDouble(value).average().orElseThrow();
    }
}
