package io.penstock.orchestrator.api;

import io.penstock.common.plan.Alternative;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.Planned;
import io.penstock.common.schedule.Liveness;
import io.penstock.common.simulate.Bubble;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.layer.Layer;
import io.penstock.orchestrator.plan.LayerEstimate;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a job would look like. Seconds are estimates from the layers' operations and the workers' measured rate.
 *
 * @param bufferDepth frames that may wait unread on one link
 * @param stepSeconds from the first action's start to the last one's end
 * @param timeline compute actions with start and end in seconds, by rank
 * @param alternatives what else was tried, fastest first, refused ones last
 */
public record PlanView(
        String schedule,
        int ranks,
        int chunks,
        int microBatches,
        int bufferDepth,
        List<StageView> stages,
        Bubble predictedBubble,
        double stepSeconds,
        List<List<SpanView>> timeline,
        List<Alternative> alternatives) {

    /**
     * One stage.
     *
     * @param layers names
     * @param memoryBytes weights, gradients, optimizer state and the activations that are live at once
     */
    public record StageView(
            int stage, int rank, LayerRange range, List<String> layers, long parameters, long memoryBytes) {}

    static PlanView of(JobSpec job, Planned planned) {
        Plan plan = planned.plan();
        return new PlanView(
                plan.schedule(),
                plan.table().stages().ranks(),
                plan.table().stages().chunks(),
                plan.table().microBatches(),
                plan.bufferDepth(),
                stages(job, planned),
                plan.predicted(),
                planned.timeline().makespan(),
                SpanView.of(planned.timeline()),
                planned.alternatives());
    }

    private static List<StageView> stages(JobSpec job, Planned planned) {
        Plan plan = planned.plan();
        return IntStream.range(0, plan.partition().size())
                .mapToObj(stage -> stage(job, planned, stage))
                .toList();
    }

    private static StageView stage(JobSpec job, Planned planned, int stage) {
        Plan plan = planned.plan();
        LayerRange range = plan.partition().get(stage);
        List<Layer> layers = job.model().layers().subList(range.from(), range.to());
        return new StageView(
                stage,
                plan.table().stages().rankOf(stage),
                range,
                layers.stream().map(Layer::name).toList(),
                layers.stream().mapToLong(LayerEstimate::parameters).sum(),
                layers.stream()
                                .mapToLong(layer -> LayerEstimate.weightBytes(job, layer))
                                .sum()
                        + Math.round(Liveness.peak(
                                plan.table(), stage, planned.costs().sizes())));
    }
}
