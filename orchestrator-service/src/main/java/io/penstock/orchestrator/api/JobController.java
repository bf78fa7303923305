package io.penstock.orchestrator.api;

import io.penstock.engine.job.JobSpec;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.StepRow;
import io.penstock.orchestrator.run.JobQueue;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Jobs over REST. */
@RestController
@RequestMapping("/jobs")
class JobController {

    private static final int MAX_ROWS = 10_000;

    private final Jobs jobs;
    private final JobQueue queue;
    private final Submission submission;

    JobController(Jobs jobs, JobQueue queue, Submission submission) {
        this.jobs = jobs;
        this.queue = queue;
        this.submission = submission;
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Accepts a job; the answer is durable. The same key or id with the same body finds it again.")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = JobSpec.class)))
    ResponseEntity<JobView> submit(
            HttpServletRequest request,
            @RequestHeader(name = "Idempotency-Key", required = false) @Size(min = 1, max = 200) @Nullable String key)
            throws IOException {
        Job job = submission.submit(Body.of(request), key);
        return ResponseEntity.accepted()
                .location(URI.create("/jobs/" + job.id()))
                .body(JobView.of(job));
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Jobs, newest first")
    JobPage list(
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit,
            @RequestParam(defaultValue = "0") @Min(0) @Max(1_000_000) int skip) {
        List<Job> found = jobs.newest(limit + 1, skip);
        return new JobPage(
                found.stream().limit(limit).map(JobView::of).toList(), found.size() > limit ? skip + limit : null);
    }

    @GetMapping(path = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    JobView get(@PathVariable String id) {
        return JobView.of(jobs.get(id));
    }

    @PostMapping(path = "/{id}/stop", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Ends a job; it is STOPPED soon after")
    ResponseEntity<JobView> stop(@PathVariable String id) {
        return ResponseEntity.accepted().body(JobView.of(queue.stop(id)));
    }

    @DeleteMapping("/{id}")
    @Operation(summary = "Forgets a finished job and its steps")
    ResponseEntity<Void> delete(@PathVariable String id) {
        jobs.delete(id);
        return ResponseEntity.noContent().build();
    }

    @GetMapping(path = "/{id}/metrics", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "The rows of every n-th step from..to, both inclusive, at most 10,000 of them")
    List<StepRow> metrics(
            @PathVariable String id,
            @RequestParam(defaultValue = "1") @Min(0) long from,
            @RequestParam(defaultValue = "" + Long.MAX_VALUE) @Min(0) long to,
            @RequestParam(defaultValue = "1") @Min(1) long every) {
        return jobs.rows(id, from, to, every, MAX_ROWS);
    }
}
