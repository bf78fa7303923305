package io.penstock.common.advice;

import io.penstock.common.schedule.ScheduleTable;

/** What a lowered table computes. */
final class Tables {

    private Tables() {}

    /** The table without its sends and receives. */
    static ScheduleTable compute(ScheduleTable lowered) {
        return new ScheduleTable(
                lowered.stages(),
                lowered.microBatches(),
                lowered.actions().stream()
                        .map(line -> line.stream()
                                .filter(action -> action.kind().computes())
                                .toList())
                        .toList());
    }
}
