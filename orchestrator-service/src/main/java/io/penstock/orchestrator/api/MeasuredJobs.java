package io.penstock.orchestrator.api;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.advice.Profile;
import io.penstock.common.plan.Plan;
import io.penstock.engine.job.JobReader;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.RecordedSteps;
import io.penstock.orchestrator.plan.JobAdvice;
import io.penstock.orchestrator.plan.LayerEstimate;
import io.penstock.orchestrator.plan.Planning;
import io.penstock.orchestrator.plan.Rescheduling;
import io.penstock.orchestrator.worker.WorkerRegistry;
import java.util.List;
import org.springframework.stereotype.Component;

/** Puts a job's plan, its recorded steps and the estimate of its layers together. */
@Component
class MeasuredJobs {

    private static final int STEPS = 32;

    private final RecordedSteps timelines;
    private final WorkerRegistry registry;

    MeasuredJobs(RecordedSteps timelines, WorkerRegistry registry) {
        this.timelines = timelines;
        this.registry = registry;
    }

    /** @throws NotRecordedException if no step of the present plan was recorded */
    JobAdvice advice(Job job) {
        Plan plan = job.plan();
        List<MeasuredStep> steps = plan == null
                ? List.of()
                : timelines.newest(job.id(), STEPS).stream()
                        .filter(step -> step.executed(plan.table()))
                        .toList();
        if (plan == null || steps.isEmpty()) {
            throw new NotRecordedException(job);
        }
        return new JobAdvice(estimate(job), plan, steps);
    }

    /** @throws NotPlannedException if the job has no plan */
    Rescheduling rescheduling(Job job) {
        if (job.plan() == null) {
            throw new NotPlannedException(job);
        }
        List<MeasuredStep> steps = timelines.newest(job.id(), STEPS);
        return new Rescheduling(estimate(job), job.plan(), steps.isEmpty() ? null : Profile.of(steps));
    }

    private LayerEstimate estimate(Job job) {
        return new LayerEstimate(JobReader.read(job.specification()), Planning.slowest(registry.sorted()));
    }
}
