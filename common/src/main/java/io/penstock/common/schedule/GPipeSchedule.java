package io.penstock.common.schedule;

/** All forwards, then all backwards (Huang et al., 2019): simple, holds every micro-batch. */
final class GPipeSchedule implements Schedule {

    @Override
    public String name() {
        return "gpipe";
    }

    @Override
    public ScheduleTable table(Shape shape) {
        return SingleChunk.warmUp(name(), shape, rank -> shape.microBatches()).fused();
    }
}
