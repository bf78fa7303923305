package io.penstock.orchestrator.api;

import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.Action;
import java.util.List;

/**
 * A schedule as data.
 *
 * @param actions one list of cells a rank, in execution order, for example {@code 2F0}
 */
public record ScheduleView(String schedule, int ranks, int stages, int microBatches, List<List<String>> actions) {

    static ScheduleView of(Plan plan) {
        return new ScheduleView(
                plan.schedule(),
                plan.table().stages().ranks(),
                plan.table().stages().stages(),
                plan.table().microBatches(),
                plan.table().actions().stream()
                        .map(line -> line.stream().map(Action::toString).toList())
                        .toList());
    }
}
