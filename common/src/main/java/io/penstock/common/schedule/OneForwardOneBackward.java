package io.penstock.common.schedule;

/** Warm-up, then one forward and one backward in turn (Narayanan et al., PipeDream-Flush, 2021): rank r holds p−r. */
final class OneForwardOneBackward implements Schedule {

    @Override
    public String name() {
        return "1f1b";
    }

    @Override
    public ScheduleTable table(Shape shape) {
        return SingleChunk.warmUp(name(), shape, rank -> shape.ranks() - rank).fused();
    }
}
