package io.penstock.common.plan;

import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.simulate.Bubble;
import java.util.List;

/**
 * What the orchestrator decided before a run and what every worker executes.
 *
 * @param schedule the schedule's name
 * @param partition the layers of each stage, by stage index
 * @param table the lowered table
 * @param bufferDepth frames that may wait unread on one link (one sender stage, one receiver stage, one direction); with
 *     this many credits no send of the table ever waits
 * @param predicted both bubbles, simulated with the estimated costs
 */
public record Plan(
        String schedule, List<LayerRange> partition, ScheduleTable table, int bufferDepth, Bubble predicted) {

    public Plan {
        partition = List.copyOf(partition);
    }
}
