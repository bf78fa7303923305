package io.penstock.common.schedule;

/** One micro-batch at a time through all stages and back: the slowest, and the yardstick of the others. */
final class NaiveSchedule implements Schedule {

    @Override
    public String name() {
        return "naive";
    }

    @Override
    public ScheduleTable table(StageMap stages, int microBatches) {
        return SingleChunk.table(name(), stages, microBatches, rank -> 1);
    }
}
