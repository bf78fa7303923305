package io.penstock.orchestrator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.rule.FieldError;
import io.penstock.orchestrator.job.Condition;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobState;
import io.penstock.orchestrator.job.Measurements;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A job as clients see it. What is not known yet is absent.
 *
 * @param schedule the name of what it executes
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Job")
public record JobView(
        String id,
        @Nullable String name,
        JobState state,
        @Nullable String reason,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FieldError> errors,

        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        long attempt,
        @Nullable String schedule,
        List<Condition> conditions,
        @JsonUnwrapped Measurements measurements,
        @Schema(implementation = JobSpec.class) JsonNode spec) {

    public static JobView of(Job job) {
        return new JobView(
                job.id(),
                job.name(),
                job.state(),
                job.reason(),
                job.errors(),
                job.createdAt(),
                job.startedAt(),
                job.finishedAt(),
                job.attempt(),
                job.plan() == null ? null : job.plan().schedule(),
                job.conditions(),
                job.measurements(),
                job.specification());
    }
}
