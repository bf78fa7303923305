package io.penstock.orchestrator.api;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.plan.Plan;
import io.penstock.engine.job.JobReader;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.RecordedSteps;
import io.penstock.orchestrator.plan.JobAdvice;
import io.penstock.orchestrator.plan.LayerEstimate;
import io.penstock.orchestrator.plan.PlanDesk;
import io.penstock.orchestrator.plan.Planning;
import io.penstock.orchestrator.worker.WorkerRegistry;
import io.swagger.v3.oas.annotations.Operation;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What a job's steps cost, and what would make them cheaper. */
@RestController
class AdviceController {

    private static final int STEPS = 32;

    private final Jobs jobs;
    private final RecordedSteps timelines;
    private final WorkerRegistry registry;
    private final PlanDesk desk;

    AdviceController(Jobs jobs, RecordedSteps timelines, WorkerRegistry registry, PlanDesk desk) {
        this.jobs = jobs;
        this.timelines = timelines;
        this.registry = registry;
        this.desk = desk;
    }

    @GetMapping(path = "/jobs/{id}/profile", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "F, I and W of each stage and the ways between them, from the newest recorded steps")
    ProfileView profile(@PathVariable String id) {
        return ProfileView.of(of(jobs.get(id)).layers());
    }

    @GetMapping(path = "/jobs/{id}/advice", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "What the bubble is made of, who is slow, and what other plans would take; may take seconds")
    AdviceView advice(@PathVariable String id) throws InterruptedException {
        Job job = jobs.get(id);
        JobAdvice advice = of(job);
        return AdviceView.of(desk.ask(advice::advice), job.workers());
    }

    private JobAdvice of(Job job) {
        Plan plan = job.plan();
        List<MeasuredStep> steps = plan == null
                ? List.of()
                : timelines.newest(job.id(), STEPS).stream()
                        .filter(step -> step.executed(plan.table()))
                        .toList();
        if (plan == null || steps.isEmpty()) {
            throw new NotRecordedException(job);
        }
        double gigaflops = Planning.slowest(registry.sorted());
        return new JobAdvice(new LayerEstimate(JobReader.read(job.specification()), gigaflops), plan, steps);
    }
}
