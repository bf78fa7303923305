package io.penstock.common.plan;

import io.penstock.common.schedule.Liveness;
import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.MemoryLimit;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleValidator;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.Timeline;
import java.util.List;

/**
 * One table tried with the costs of one cut.
 *
 * @param name of the schedule, or how the table was found
 * @param table the lowered table
 */
record Trial(String name, ScheduleTable compute, ScheduleTable table, Cut cut, Timeline timeline) {

    /**
     * @param bufferDepth frames that may wait unread on one link
     * @throws io.penstock.common.schedule.InvalidScheduleException if the table is illegal or does not fit into memory or
     *     links
     */
    static Trial of(String name, ScheduleTable compute, Workload workload, int bufferDepth) {
        ScheduleTable sequence = compute.inSequence();
        Cut cut = workload.cut(sequence.stages(), sequence.microBatches(), Liveness.peaks(sequence));
        return of(name, sequence, cut, bufferDepth);
    }

    static Trial of(String name, ScheduleTable compute, Cut cut, int bufferDepth) {
        ScheduleValidator.checkMemory(compute, new MemoryLimit(cut.costs().sizes(), cut.memory()));
        ScheduleTable lowered = Lowering.lower(compute);
        return new Trial(name, compute, lowered, cut, Simulator.simulate(lowered, cut.costs(), bufferDepth));
    }

    Alternative alternative() {
        return Alternative.of(name, table, timeline);
    }

    /** How many actions were simulated for it. */
    int actions() {
        return table.actions().stream().mapToInt(List::size).sum();
    }
}
