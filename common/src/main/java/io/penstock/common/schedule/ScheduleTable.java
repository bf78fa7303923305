package io.penstock.common.schedule;

import java.util.List;

/**
 * A schedule as data: per rank, the ordered actions of one training step. It may be a compute table (only F, I, W, B)
 * or a lowered one (with sends and receives).
 *
 * @param microBatches m, the slices of one step
 * @param actions one list a rank, in execution order
 */
public record ScheduleTable(StageMap stages, int microBatches, List<List<Action>> actions) {

    public ScheduleTable {
        if (microBatches < 1) {
            throw new IllegalArgumentException(
                    "parallelism.microBatches is %d: use at least 1".formatted(microBatches));
        }
        actions = actions.stream().map(List::copyOf).toList();
        if (actions.size() != stages.ranks()) {
            throw new IllegalArgumentException(
                    "a table for %d ranks needs as many lines, got %d".formatted(stages.ranks(), actions.size()));
        }
    }

    public List<Action> of(int rank) {
        return actions.get(rank);
    }
}
