package io.penstock.orchestrator.run;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.plan.LayerProfile;
import io.penstock.common.plan.LayerWorkload;
import io.penstock.common.plan.Objective;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planned;
import io.penstock.common.plan.Planner;
import io.penstock.common.plan.Workload;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.engine.job.InvalidJobException;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.job.Parallelism;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.LayerCost;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.rule.FieldError;
import io.penstock.orchestrator.worker.Worker;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes the plan of a job from what its layers cost and how fast the workers are. */
public final class Planning {

    /** Assumed for a dry run without workers. */
    public static final double DEFAULT_GIGAFLOPS = 20;

    /** What every layer's action costs at least: a few calls of the backend at about 10 µs each. */
    private static final double CALL_SECONDS = 20e-6;

    /** One way between two processes, as measured on loopback. */
    private static final double LATENCY_SECONDS = 50e-6;

    /** Seconds per byte between two processes on loopback, 1.9 GB/s. */
    private static final double SECONDS_PER_BYTE = 1 / 1.9e9;

    static final Link LOOPBACK = new Link(LATENCY_SECONDS, SECONDS_PER_BYTE, false);

    private static final double MEBIBYTE = 1 << 20;

    private Planning() {}

    /**
     * The plan and what else was tried.
     *
     * @param gigaflops of the slowest worker
     * @throws InvalidJobException if there is no such plan
     */
    public static Planned plan(JobSpec job, double gigaflops) {
        try {
            return Planner.plan(request(job), workload(job, gigaflops));
        } catch (IllegalArgumentException e) {
            String field = job.parallelism().schedule().table() == null ? "/parallelism" : "/parallelism/schedule/csv";
            throw new InvalidJobException(List.of(new FieldError(field, String.valueOf(e.getMessage()))));
        }
    }

    private static PlanRequest request(JobSpec job) {
        Parallelism shape = job.parallelism();
        ScheduleTable table = shape.schedule().table();
        if (table != null) {
            requireSame("pipeline", shape.pipeline(), table.stages().ranks(), "lines");
            requireSame("microBatches", shape.microBatches(), table.microBatches(), "micro-batches");
            return PlanRequest.of(table);
        }
        return new PlanRequest(
                shape.schedule().toString(),
                null,
                shape.pipeline(),
                shape.chunks(),
                microBatches(job),
                Objective.MAKESPAN);
    }

    private static void requireSame(String field, @Nullable Integer asked, int has, String unit) {
        if (asked != null && asked != has) {
            throw new IllegalArgumentException("parallelism.%s is %d but the schedule's table has %d %s: use %d"
                    .formatted(field, asked, has, unit, has));
        }
    }

    /** What the job asks for, or multiples of the ranks to choose from. */
    private static List<Integer> microBatches(JobSpec job) {
        Integer asked = job.parallelism().microBatches();
        if (asked != null) {
            return List.of(asked);
        }
        int ranks = job.parallelism().pipeline();
        int most = job.training().batchSize();
        if (ranks == 1 || ranks >= most) {
            return List.of(ranks == 1 ? 1 : most);
        }
        return IntStream.of(1, 2, 4, 8)
                .map(times -> times * ranks)
                .filter(count -> count <= most)
                .boxed()
                .toList();
    }

    private static Workload workload(JobSpec job, double gigaflops) {
        Parallelism shape = job.parallelism();
        double memory = shape.memoryMiB() == null ? Double.POSITIVE_INFINITY : shape.memoryMiB() * MEBIBYTE;
        return new LayerWorkload(
                microBatches -> profiles(job, gigaflops, microBatches), LOOPBACK, memory, shape.layers());
    }

    /** What each layer costs for the largest micro-batch of a step. */
    private static List<LayerProfile> profiles(JobSpec job, double gigaflops, int microBatches) {
        int samples = samples(job, microBatches);
        double secondsPerFlop = samples / (gigaflops * 1e9);
        double copies = 2.0 + job.training().optimizer().stateTensors();
        return job.model().layers().stream()
                .map(layer -> new LayerProfile(
                        seconds(layer.cost(), secondsPerFlop),
                        sizes(layer.cost(), samples),
                        copies * Float.BYTES * parameters(layer)))
                .toList();
    }

    /** Samples of the largest micro-batch. */
    public static int samples(JobSpec job, int microBatches) {
        return Math.ceilDiv(job.training().batchSize(), microBatches);
    }

    /** Trainable values of a layer. */
    public static long parameters(Layer layer) {
        return layer.parameters().stream()
                .map(ParameterSpec::shape)
                .mapToLong(shape -> shape.size())
                .sum();
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

    /** The stash stays until W, beside the gradient that W needs. */
    private static StageSizes sizes(LayerCost cost, int samples) {
        double stash = (double) cost.stashBytes() * samples;
        double output = (double) cost.outputBytes() * samples;
        return new StageSizes(stash, cost.backwardWeightFlops() > 0 ? stash + output : 0, output);
    }
}
