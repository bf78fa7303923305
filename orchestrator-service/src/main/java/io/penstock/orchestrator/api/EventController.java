package io.penstock.orchestrator.api;

import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.watch.Watch;
import io.penstock.orchestrator.watch.Watches;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** A job's events as they happen. */
@RestController
class EventController {

    private final Jobs jobs;
    private final Watches watches;
    private final JsonMapper json;

    EventController(Jobs jobs, Watches watches, JsonMapper json) {
        this.jobs = jobs;
        this.watches = watches;
        this.json = json;
    }

    @GetMapping(path = "/jobs/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @Operation(
            summary =
                    "Server-sent events \"state\" (a job), \"step\" (a row), \"schedule\" and \"evaluation\", until the job ends")
    void events(
            @PathVariable String id,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastId,
            HttpServletResponse response)
            throws IOException, InterruptedException {
        EventCursor seen = lastId == null ? null : EventCursor.parse(lastId);
        try (Watch watch = watches.open(id)) {
            Job job = jobs.get(id);
            response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            new EventStream(jobs, json, response.getOutputStream()).write(job, seen, watch);
        }
    }
}
