package io.penstock.common.cost;

import java.util.Collections;
import java.util.List;

/**
 * Costs of one micro-batch in every stage of a pipeline.
 *
 * @param times by stage
 * @param sizes by stage
 */
public record PipelineCosts(List<StageCosts> times, List<StageSizes> sizes, Link link) {

    public PipelineCosts {
        times = List.copyOf(times);
        sizes = List.copyOf(sizes);
        if (times.size() != sizes.size()) {
            throw new IllegalArgumentException(
                    "%d stages have times but %d have sizes".formatted(times.size(), sizes.size()));
        }
    }

    /** Stages that take no memory. */
    public PipelineCosts(List<StageCosts> times, Link link) {
        this(times, Collections.nCopies(times.size(), StageSizes.ZERO), link);
    }

    /** The same times and sizes for each of so many stages. */
    public static PipelineCosts even(int stages, StageCosts times, StageSizes sizes, Link link) {
        return new PipelineCosts(Collections.nCopies(stages, times), Collections.nCopies(stages, sizes), link);
    }

    public int stages() {
        return times.size();
    }

    public PipelineCosts withTimes(List<StageCosts> other) {
        return new PipelineCosts(other, sizes, link);
    }

    public PipelineCosts withLink(Link other) {
        return new PipelineCosts(times, sizes, other);
    }
}
