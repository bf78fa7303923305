package io.penstock.orchestrator.api;

import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.ScheduleText;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.ScheduleRequest;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobState;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.plan.PlanDesk;
import io.penstock.orchestrator.plan.RescheduleRefusedException;
import io.penstock.orchestrator.plan.Rescheduling;
import io.penstock.orchestrator.run.JobQueue;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What a job executes, and how that is changed while it runs. */
@RestController
@RequestMapping("/jobs/{id}/schedule")
class ScheduleController {

    private final Jobs jobs;
    private final JobQueue queue;
    private final MeasuredJobs measured;
    private final PlanDesk desk;

    ScheduleController(Jobs jobs, JobQueue queue, MeasuredJobs measured, PlanDesk desk) {
        this.jobs = jobs;
        this.queue = queue;
        this.measured = measured;
        this.desk = desk;
    }

    /**
     * What will be executed.
     *
     * @param fromStep the first step with it, from 1
     */
    record Change(String schedule, long fromStep) {}

    @GetMapping(produces = "text/csv")
    @Operation(summary = "The table that the workers execute, one line a rank")
    String text(@PathVariable String id) {
        return ScheduleText.print(planOf(id).table());
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    ScheduleView view(@PathVariable String id) {
        return ScheduleView.of(planOf(id));
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Changes the order of the actions between two steps; losses and weights stay the same bits")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = ScheduleRequest.class)))
    ResponseEntity<Change> change(@PathVariable String id, HttpServletRequest request)
            throws IOException, InterruptedException {
        ScheduleRequest wish = JobReader.readScheduleRequest(Body.of(request).bytes());
        Job job = jobs.get(id);
        if (job.state() != JobState.RUNNING) {
            throw RescheduleRefusedException.notRunning(id, job.state());
        }
        Rescheduling rescheduling = measured.rescheduling(job);
        Plan plan = desk.ask(() -> rescheduling.to(wish.schedule())).plan();
        return ResponseEntity.accepted().body(new Change(plan.schedule(), queue.reschedule(id, plan)));
    }

    private Plan planOf(String id) {
        Job job = jobs.get(id);
        if (job.plan() == null) {
            throw new NotPlannedException(job);
        }
        return job.plan();
    }
}
