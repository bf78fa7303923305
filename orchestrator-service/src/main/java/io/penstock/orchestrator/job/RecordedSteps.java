package io.penstock.orchestrator.job;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.schedule.ScheduleTable;
import java.util.List;
import java.util.Optional;

/**
 * Where the timelines of a job's steps outlive the process: of the first {@value #FIRST} steps and the newest
 * {@value #NEWEST} that were recorded. They go with the job.
 */
public interface RecordedSteps {

    int FIRST = 4;
    int NEWEST = 60;

    /** The largest step that is recorded, so that a row stays near a MiB. */
    int MOST_ACTIONS = 20_000;

    /** The longest line of a rank that is recorded, so that a worker's report stays below one. */
    int MOST_OF_A_RANK = 10_000;

    /** True if the steps of a lowered table are small enough. */
    static boolean accept(ScheduleTable table) {
        return table.actions().stream().allMatch(line -> line.size() <= MOST_OF_A_RANK)
                && table.actions().stream().mapToInt(List::size).sum() <= MOST_ACTIONS;
    }

    /** Stores some more, those that are there already excepted, and forgets those that are too old. */
    void add(String job, List<MeasuredStep> steps);

    /** The numbers of what is kept, rising. */
    List<Long> numbers(String job);

    Optional<MeasuredStep> find(String job, long step);

    /** The newest ones, oldest first. */
    List<MeasuredStep> newest(String job, int limit);
}
