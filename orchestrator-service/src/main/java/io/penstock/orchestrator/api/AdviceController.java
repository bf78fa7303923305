package io.penstock.orchestrator.api;

import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.plan.JobAdvice;
import io.penstock.orchestrator.plan.PlanDesk;
import io.swagger.v3.oas.annotations.Operation;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What a job's steps cost, and what would make them cheaper. */
@RestController
class AdviceController {

    private final Jobs jobs;
    private final MeasuredJobs measured;
    private final PlanDesk desk;

    AdviceController(Jobs jobs, MeasuredJobs measured, PlanDesk desk) {
        this.jobs = jobs;
        this.measured = measured;
        this.desk = desk;
    }

    @GetMapping(path = "/jobs/{id}/profile", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "F, I and W of each stage and the ways between them, from the newest recorded steps")
    ProfileView profile(@PathVariable String id) {
        return ProfileView.of(measured.advice(jobs.get(id)).layers());
    }

    @GetMapping(path = "/jobs/{id}/advice", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "What the bubble is made of, who is slow, and what other plans would take; may take seconds")
    AdviceView advice(@PathVariable String id) throws InterruptedException {
        Job job = jobs.get(id);
        JobAdvice advice = measured.advice(job);
        return AdviceView.of(desk.ask(advice::advice), job.workers());
    }
}
