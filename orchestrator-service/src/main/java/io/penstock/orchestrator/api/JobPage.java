package io.penstock.orchestrator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some jobs, newest first.
 *
 * @param next what to skip for the next page, absent on the last one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobPage(List<JobView> jobs, @Nullable Integer next) {}
