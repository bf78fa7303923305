package io.penstock.common.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.common.schedule.Liveness;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Timeline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a plan could have been instead. Numbers of a refused one do not exist.
 *
 * @param stepSeconds simulated, from the first start to the last end, in the unit of the costs
 * @param peakActivations most live activations of one stage and micro-batch, by rank
 * @param refused why it cannot be
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Alternative(
        String schedule,
        int chunks,
        int microBatches,
        @Nullable Double stepSeconds,
        @Nullable Bubble bubble,
        @Nullable List<Integer> peakActivations,
        @Nullable String refused) {

    /** A table that could be executed. */
    public static Alternative of(String schedule, ScheduleTable table, Timeline timeline) {
        return new Alternative(
                schedule,
                table.stages().chunks(),
                table.microBatches(),
                timeline.makespan(),
                timeline.bubble(),
                Liveness.peaks(table),
                null);
    }

    static Alternative refused(String schedule, int chunks, int microBatches, String reason) {
        return new Alternative(schedule, chunks, microBatches, null, null, null, reason);
    }
}
