package io.penstock.orchestrator.plan;

import io.penstock.common.advice.Advice;
import io.penstock.common.advice.MeasuredLayers;
import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.advice.Profile;
import io.penstock.common.plan.Plan;
import io.penstock.engine.job.JobSpec;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a job's recorded steps say about it.
 *
 * @param plan what the job executes now
 * @param steps recorded ones that executed it, at least one
 */
public record JobAdvice(LayerEstimate estimate, Plan plan, List<MeasuredStep> steps) {

    /** Stages and ways between them, with what they cost. */
    public MeasuredLayers layers() {
        return new MeasuredLayers(fitted().workload(), plan, Profile.of(steps));
    }

    /** Takes seconds. */
    public Advice advice() {
        return Advice.of(plan, steps, fitted().workload(), microBatches(estimate.job()));
    }

    private LayerEstimate fitted() {
        return new EstimateFit(plan, Profile.of(steps)).of(estimate);
    }

    /** The present number, and multiples of the ranks. */
    private List<Integer> microBatches(JobSpec job) {
        int ranks = plan.table().stages().ranks();
        return Stream.concat(
                        Stream.of(plan.table().microBatches()),
                        IntStream.of(1, 2, 4, 8).mapToObj(times -> times * ranks))
                .filter(count -> count <= job.training().batchSize())
                .distinct()
                .sorted()
                .toList();
    }
}
