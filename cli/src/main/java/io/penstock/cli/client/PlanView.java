package io.penstock.cli.client;

import io.penstock.common.simulate.Bubble;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dry run of a job specification.
 *
 * @param stepSeconds estimated time of one step
 * @param timeline compute actions of one step, by rank
 */
public record PlanView(
        String schedule,
        int ranks,
        int microBatches,
        List<Stage> stages,
        @Nullable Bubble predictedBubble,
        double stepSeconds,
        List<List<Span>> timeline) {

    public PlanView {
        stages = stages == null ? List.of() : List.copyOf(stages);
        timeline = timeline == null ? List.of() : List.copyOf(timeline);
    }

    /** A run of layers and the rank that owns it. */
    public record Stage(int stage, int rank, List<String> layers, long parameters, long memoryBytes) {}

    /**
     * One action.
     *
     * @param action its cell, {@code 2F0}
     * @param start seconds from the start of the step
     * @param end seconds from the start of the step
     */
    public record Span(String action, double start, double end) {}
}
