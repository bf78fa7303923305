package io.penstock.orchestrator.api;

import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Plan;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.StageCosts;
import io.penstock.common.simulate.Timeline;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.LayerCost;
import io.penstock.orchestrator.run.Planning;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a job would look like. Seconds are estimates from the layers' operations and the workers' measured rate.
 *
 * @param bufferDepth frames that may wait unread on one link
 * @param stepSeconds from the first action's start to the last one's end
 * @param timeline compute actions with start and end in seconds, by rank
 */
public record PlanView(
        String schedule,
        int ranks,
        int microBatches,
        int bufferDepth,
        List<StageView> stages,
        Bubble predictedBubble,
        double stepSeconds,
        List<List<SpanView>> timeline) {

    /**
     * One stage.
     *
     * @param layers names
     * @param memoryBytes weights, gradients, optimizer state and the activations that are live at once
     */
    public record StageView(
            int stage, int rank, LayerRange range, List<String> layers, long parameters, long memoryBytes) {}

    /** One action. */
    public record SpanView(String action, double start, double end) {}

    static PlanView of(JobSpec job, Plan plan, double gigaflops) {
        Timeline timeline =
                Simulator.simulate(plan.table(), stageCosts(job, plan, gigaflops), Planning.LATENCY_SECONDS);
        return new PlanView(
                plan.schedule(),
                plan.table().stages().ranks(),
                plan.table().microBatches(),
                plan.bufferDepth(),
                stages(job, plan, timeline.peakActivations()),
                plan.predicted(),
                timeline.makespan(),
                timeline.ranks().stream().map(PlanView::spans).toList());
    }

    private static List<SpanView> spans(List<Timeline.Span> spans) {
        return spans.stream()
                .map(span -> new SpanView(span.action().toString(), span.start(), span.end()))
                .toList();
    }

    private static List<StageCosts> stageCosts(JobSpec job, Plan plan, double gigaflops) {
        List<StageCosts> layers = Planning.layerCosts(job, gigaflops);
        return plan.partition().stream()
                .map(range -> Planning.sum(layers.subList(range.from(), range.to())))
                .toList();
    }

    private static List<StageView> stages(JobSpec job, Plan plan, int[] live) {
        return IntStream.range(0, plan.partition().size())
                .mapToObj(stage -> stage(job, plan, stage, live))
                .toList();
    }

    private static StageView stage(JobSpec job, Plan plan, int stage, int[] live) {
        LayerRange range = plan.partition().get(stage);
        int rank = plan.table().stages().rankOf(stage);
        List<Layer> layers = job.model().layers().subList(range.from(), range.to());
        long parameters = layers.stream()
                .flatMap(layer -> layer.parameters().stream())
                .mapToLong(parameter -> parameter.shape().size())
                .sum();
        long stash = layers.stream()
                .map(Layer::cost)
                .mapToLong(LayerCost::stashBytes)
                .sum();
        long copies = 2L + job.training().optimizer().stateTensors();
        return new StageView(
                stage,
                rank,
                range,
                layers.stream().map(Layer::name).toList(),
                parameters,
                parameters * Float.BYTES * copies + stash * Planning.samples(job) * live[rank]);
    }
}
