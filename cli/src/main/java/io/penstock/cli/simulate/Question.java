package io.penstock.cli.simulate;

import io.penstock.common.plan.StageWorkload;
import io.penstock.common.schedule.ScheduleTable;
import org.jspecify.annotations.Nullable;

/**
 * A table and what its actions cost.
 *
 * @param table as it was written, lowered or not
 * @param bufferDepth frames that may wait on one link; null for as many as the table needs
 */
public record Question(
        String schedule,
        ScheduleTable table,
        StageWorkload workload,
        Pairs pairs,
        @Nullable Integer bufferDepth) {}
