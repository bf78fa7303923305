package io.penstock.common.schedule;

/**
 * 1F1B with the weight gradients moved into the bubble, in the memory of 1F1B (Qi et al., "Zero Bubble Pipeline
 * Parallelism", 2024, section 2.1).
 */
final class ZeroBubbleH1 implements Schedule {

    @Override
    public String name() {
        return "zb-h1";
    }

    @Override
    public ScheduleTable table(Shape shape) {
        return SingleChunk.warmUp(name(), shape, rank -> shape.ranks() - rank).split(rank -> rank);
    }
}
