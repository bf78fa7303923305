package io.penstock.orchestrator.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A state that a job has entered, when, and why. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Condition(JobState type, Instant at, @Nullable String message) {}
