package io.penstock.orchestrator.api;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.RecordedSteps;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.validation.constraints.Min;
import java.util.Comparator;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What happened when in a step of a job. */
@RestController
@RequestMapping("/jobs/{id}/timeline")
class TimelineController {

    private final Jobs jobs;
    private final RecordedSteps timelines;

    TimelineController(Jobs jobs, RecordedSteps timelines) {
        this.jobs = jobs;
        this.timelines = timelines;
    }

    private record Found(Job job, MeasuredStep step, List<Long> numbers) {}

    @GetMapping(produces = TimelineView.MEDIA_TYPE)
    @Operation(summary = "The recorded step nearest to the one asked for, by default the newest, beside its prediction")
    TimelineView timeline(
            @PathVariable String id, @RequestParam(defaultValue = "" + Long.MAX_VALUE) @Min(1) long step) {
        Found found = find(id, step);
        return TimelineView.of(found.step(), found.numbers());
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "The same as a Chrome trace, for Perfetto")
    ChromeTrace trace(@PathVariable String id, @RequestParam(defaultValue = "" + Long.MAX_VALUE) @Min(1) long step) {
        Found found = find(id, step);
        return ChromeTrace.of(found.step(), found.job().workers());
    }

    private Found find(String id, long step) {
        Job job = jobs.get(id);
        List<Long> numbers = timelines.numbers(id);
        return numbers.stream()
                .sorted(Comparator.comparingLong(number -> Math.abs(number - step)))
                .flatMap(nearest -> timelines.find(id, nearest).stream())
                .findFirst()
                .map(measured -> new Found(job, measured, numbers))
                .orElseThrow(() -> new NotRecordedException(job));
    }
}
