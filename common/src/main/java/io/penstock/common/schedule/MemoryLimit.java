package io.penstock.common.schedule;

import io.penstock.common.cost.StageSizes;
import java.util.Collections;
import java.util.List;

/**
 * How much the activations of a step may take.
 *
 * @param sizes of one micro-batch, by stage
 * @param byRank the most that may be live on each rank, in the unit of the sizes
 */
public record MemoryLimit(List<StageSizes> sizes, List<Double> byRank) {

    /** Share of a limit that rounding may add. */
    private static final double ROUNDING = 1e-9;

    public MemoryLimit {
        sizes = List.copyOf(sizes);
        byRank = List.copyOf(byRank);
    }

    /** The same limit on each rank. */
    public MemoryLimit(List<StageSizes> sizes, int ranks, double limit) {
        this(sizes, Collections.nCopies(ranks, limit));
    }

    boolean allows(int rank, double live) {
        return live <= byRank.get(rank) * (1 + ROUNDING);
    }
}
