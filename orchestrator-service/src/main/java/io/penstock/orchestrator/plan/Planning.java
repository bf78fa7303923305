package io.penstock.orchestrator.plan;

import io.penstock.common.plan.Objective;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planned;
import io.penstock.common.plan.Planner;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.engine.job.InvalidJobException;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.job.Parallelism;
import io.penstock.engine.rule.FieldError;
import io.penstock.orchestrator.worker.Worker;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes the plan of a job from what its layers cost and how fast the workers are. */
public final class Planning {

    /** Assumed for a dry run without workers. */
    public static final double DEFAULT_GIGAFLOPS = 20;

    /** Fits whenever some schedule does, unless the user places the stages: one micro-batch at a time. */
    private static final String LEAST = "naive";

    private static final Pattern FIELD = Pattern.compile("parallelism\\.(\\w+) is ");

    private Planning() {}

    /**
     * The plan and what else was tried.
     *
     * @param gigaflops of the slowest worker
     * @throws InvalidJobException if there is no such plan
     */
    public static Planned plan(JobSpec job, double gigaflops) {
        try {
            return Planner.plan(request(job), new LayerEstimate(job, gigaflops).workload());
        } catch (IllegalArgumentException e) {
            throw refused(job, explain(job, gigaflops, String.valueOf(e.getMessage())));
        }
    }

    /**
     * Finds out whether there is a plan, without a search where one is easily found.
     *
     * @throws InvalidJobException if there is none
     */
    public static void check(JobSpec job) {
        if (!isFree(job) || !fits(job)) {
            plan(job, DEFAULT_GIGAFLOPS);
        }
    }

    /** True if the planner may choose any schedule. */
    private static boolean isFree(JobSpec job) {
        return job.parallelism().schedule().isAuto() && job.parallelism().stageMap() == null;
    }

    private static boolean fits(JobSpec job) {
        try {
            Planner.plan(request(job, LEAST), new LayerEstimate(job, DEFAULT_GIGAFLOPS).workload());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The rate that the slowest of these workers measured, in GFLOP/s. */
    public static double slowest(List<Worker> workers) {
        return workers.stream()
                .mapToDouble(worker -> worker.hello().gigaflops())
                .filter(rate -> rate > 0)
                .min()
                .orElse(DEFAULT_GIGAFLOPS);
    }

    private static PlanRequest request(JobSpec job) {
        Parallelism shape = job.parallelism();
        ScheduleTable table = shape.schedule().table();
        return table == null ? request(job, shape.schedule().toString()) : request(job, table);
    }

    private static PlanRequest request(JobSpec job, String schedule) {
        Parallelism shape = job.parallelism();
        return new PlanRequest(schedule, null, shape.pipeline(), shape.chunks(), microBatches(job), Objective.MAKESPAN)
                .on(shape.stageMap());
    }

    private static PlanRequest request(JobSpec job, ScheduleTable table) {
        Parallelism shape = job.parallelism();
        requireSame("pipeline", shape.pipeline(), table.stages().ranks(), "lines");
        requireSame("chunks", shape.chunks(), table.stages().chunks(), "stages on a line");
        requireSame("microBatches", shape.microBatches(), table.microBatches(), "micro-batches");
        int batchSize = job.training().batchSize();
        if (table.microBatches() > batchSize) {
            throw new IllegalArgumentException(
                    "the schedule's table has %d micro-batches but training.batchSize is %d: use at most %d"
                            .formatted(table.microBatches(), batchSize, batchSize));
        }
        return PlanRequest.of(table);
    }

    private static void requireSame(String field, @Nullable Integer asked, int has, String unit) {
        if (asked != null && asked != has) {
            throw new IllegalArgumentException("parallelism.%s is %d but the schedule's table has %d %s: use %d"
                    .formatted(field, asked, has, unit, has));
        }
    }

    /** What the job asks for, or multiples of the ranks to choose from. */
    static List<Integer> microBatches(JobSpec job) {
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

    /** The planner's reason, or what is missing if it is memory alone. */
    private static String explain(JobSpec job, double gigaflops, String reason) {
        Integer limit = job.parallelism().memoryMiB();
        if (limit == null) {
            return reason;
        }
        LayerEstimate estimate = new LayerEstimate(job, gigaflops);
        try {
            PlanRequest request = isFree(job) ? request(job, LEAST) : request(job);
            return MemoryNeed.of(Planner.plan(request, estimate.unlimited()), estimate)
                    .refusal(limit);
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static InvalidJobException refused(JobSpec job, String reason) {
        Matcher field = FIELD.matcher(reason);
        String table = job.parallelism().schedule().isTable() ? "/schedule/csv" : "";
        String pointer = "/parallelism" + (field.find() ? "/" + field.group(1) : table);
        return new InvalidJobException(List.of(new FieldError(pointer, reason)));
    }
}
