package io.penstock.common.advice;

import io.penstock.common.cost.StageCosts;
import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.Timeline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One training step as the ranks measured it.
 *
 * @param step counts from 1: the number of steps done
 * @param schedule the name of what was executed
 * @param costs mean seconds of one micro-batch, by stage
 * @param timeline seconds from the first start, on one clock; absent if the step was not recorded. A transfer lasts from
 *     the moment its tensor was ready to the moment it had arrived, less or more by what the clocks are apart
 */
public record MeasuredStep(
        long step,
        String schedule,
        List<StageCosts> costs,
        @Nullable Timeline timeline) {

    public MeasuredStep {
        costs = List.copyOf(costs);
    }

    /** The timeline of a step that was recorded. */
    public Timeline recorded() {
        if (timeline == null) {
            throw new IllegalStateException("step %d was not recorded".formatted(step));
        }
        return timeline;
    }

    /** The compute table that was executed. */
    public ScheduleTable table() {
        List<List<Action>> lines = recorded().ranks().stream()
                .map(rank -> rank.stream().map(Timeline.Span::action).toList())
                .toList();
        return ScheduleTable.ofLines(lines);
    }

    /** What the simulator makes of the same table with the mean costs and latency of this very step. */
    public Timeline predicted() {
        return Simulator.simulate(
                Lowering.lower(table()), Profile.of(List.of(this)).measured());
    }

    /** True if this table was executed in the step. */
    public boolean executed(ScheduleTable lowered) {
        return timeline != null && table().equals(lowered.compute());
    }
}
