package io.penstock.orchestrator.api;

import io.penstock.engine.job.JobSpec;
import io.penstock.orchestrator.plan.PlanDesk;
import io.penstock.orchestrator.plan.Planning;
import io.penstock.orchestrator.worker.WorkerRegistry;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** What could be run, without running it. */
@RestController
class PlanController {

    private final Submission submission;
    private final WorkerRegistry registry;
    private final PlanDesk desk;

    PlanController(Submission submission, WorkerRegistry registry, PlanDesk desk) {
        this.submission = submission;
        this.registry = registry;
        this.desk = desk;
    }

    @PostMapping(
            path = "/plans",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "The plan of a job, or why there is none; nothing is stored or run")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = JobSpec.class)))
    PlanView plan(HttpServletRequest request) throws IOException, InterruptedException {
        JobSpec job = submission.check(Body.of(request));
        return PlanView.of(job, desk.ask(() -> Planning.plan(job, Planning.slowest(registry.sorted()))));
    }

    @GetMapping(path = "/schedules", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "The schedules that a job can name, with their bubble and memory in a small example")
    List<ScheduleSummary> schedules() {
        return ScheduleSummary.all();
    }
}
