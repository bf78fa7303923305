package io.penstock.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the stages of a job and the links between them were measured to cost.
 *
 * @param steps how many steps were measured
 */
public record ProfileView(long steps, @Nullable Double latencySeconds, List<Stage> stages) {

    public ProfileView {
        stages = stages == null ? List.of() : List.copyOf(stages);
    }

    /**
     * One micro-batch in one stage.
     *
     * @param transferSeconds of its output, from being ready to its arrival
     */
    public record Stage(
            int stage,
            int rank,
            @Nullable Double forwardSeconds,
            @Nullable Double backwardInputSeconds,
            @Nullable Double backwardWeightSeconds,
            @Nullable Double outputBytes,
            @Nullable Double transferSeconds,
            @Nullable Double bytesPerSecond) {}
}
