package io.penstock.common.schedule;

/**
 * Fills the warm-up bubble with more forwards and the cool-down with weight gradients, for about twice the memory of 1F1B
 * (Qi et al., "Zero Bubble Pipeline Parallelism", 2024, section 2.2).
 */
final class ZeroBubbleH2 implements Schedule {

    @Override
    public String name() {
        return "zb-h2";
    }

    @Override
    public ScheduleTable table(Shape shape) {
        return SingleChunk.warmUp(name(), shape, rank -> 2 * (shape.ranks() - rank) - 1)
                .split(rank -> 2 * rank);
    }
}
