package io.penstock.orchestrator.run;

import io.penstock.common.plan.Plan;
import io.penstock.common.plan.Planner;
import io.penstock.common.simulate.StageCosts;
import io.penstock.engine.job.InvalidJobException;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.job.Parallelism;
import io.penstock.engine.layer.LayerCost;
import io.penstock.engine.rule.FieldError;
import io.penstock.orchestrator.worker.Worker;
import java.util.List;

/** Makes the plan of a job from what its layers cost and how fast the workers are. */
public final class Planning {

    /** Assumed for a dry run without workers. */
    public static final double DEFAULT_GIGAFLOPS = 20;

    /** What every layer's action costs at least: a few calls of the backend at about 10 µs each. */
    private static final double CALL_SECONDS = 20e-6;

    /** One way between two processes, as measured on loopback. */
    public static final double LATENCY_SECONDS = 50e-6;

    private Planning() {}

    /**
     * @param gigaflops of the slowest worker
     * @throws InvalidJobException if there is no such plan
     */
    public static Plan plan(JobSpec job, double gigaflops) {
        Parallelism shape = job.parallelism();
        try {
            return Planner.plan(
                    shape.schedule(),
                    shape.pipeline(),
                    shape.chunks(),
                    shape.microBatches(),
                    layerCosts(job, gigaflops),
                    LATENCY_SECONDS);
        } catch (IllegalArgumentException e) {
            throw new InvalidJobException(List.of(new FieldError("/parallelism", String.valueOf(e.getMessage()))));
        }
    }

    /** Seconds of one micro-batch, by layer. */
    public static List<StageCosts> layerCosts(JobSpec job, double gigaflops) {
        double secondsPerFlop = samples(job) / (gigaflops * 1e9);
        return job.model().layers().stream()
                .map(layer -> seconds(layer.cost(), secondsPerFlop))
                .toList();
    }

    /** Samples of the largest micro-batch. */
    public static int samples(JobSpec job) {
        return Math.ceilDiv(job.training().batchSize(), job.parallelism().microBatches());
    }

    /** Costs of layers that run one after the other. */
    public static StageCosts sum(List<StageCosts> layers) {
        return layers.stream()
                .reduce(
                        new StageCosts(0, 0, 0),
                        (a, b) -> new StageCosts(
                                a.forward() + b.forward(),
                                a.backwardInput() + b.backwardInput(),
                                a.backwardWeight() + b.backwardWeight()));
    }

    /** The rate that the slowest of these workers measured, in GFLOP/s. */
    public static double slowest(List<Worker> workers) {
        return workers.stream()
                .mapToDouble(worker -> worker.hello().gigaflops())
                .filter(rate -> rate > 0)
                .min()
                .orElse(DEFAULT_GIGAFLOPS);
    }

    private static StageCosts seconds(LayerCost cost, double secondsPerFlop) {
        return new StageCosts(
                CALL_SECONDS + cost.forwardFlops() * secondsPerFlop,
                CALL_SECONDS + cost.backwardInputFlops() * secondsPerFlop,
                cost.backwardWeightFlops() > 0 ? CALL_SECONDS + cost.backwardWeightFlops() * secondsPerFlop : 0);
    }
}
