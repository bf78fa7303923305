package io.penstock.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some jobs, newest first.
 *
 * @param next how many to skip for the next page, null on the last one
 */
public record JobPage(List<JobView> jobs, @Nullable Integer next) {}
