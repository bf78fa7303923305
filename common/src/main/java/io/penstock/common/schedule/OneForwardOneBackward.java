package io.penstock.common.schedule;

/** GPipe's bubble with at most p − r micro-batches held on rank r (PipeDream-Flush, Narayanan et al., 2021). */
final class OneForwardOneBackward implements Schedule {

    @Override
    public String name() {
        return "1f1b";
    }

    @Override
    public ScheduleTable table(StageMap stages, int microBatches) {
        return SingleChunk.table(name(), stages, microBatches, rank -> stages.ranks() - rank);
    }
}
