package io.penstock.orchestrator.api;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planner;
import io.penstock.common.plan.StageWorkload;
import io.penstock.common.schedule.ActionKind;
import io.penstock.common.schedule.Liveness;
import io.penstock.common.schedule.Schedule;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.simulate.Bubble;
import java.util.List;

/**
 * A schedule that a job can name, and what it does on 4 ranks with 8 micro-batches where F, I and W take equally long and
 * tensors no time.
 *
 * @param defaultChunks stages of one rank if the job names no number
 * @param stageMap {@code loop}: stage s on rank s mod p; {@code wave}: there and back again
 * @param splitsBackward true if I and W are apart
 * @param peakActivations most live activations of one stage and micro-batch, by rank
 */
public record ScheduleSummary(
        String name,
        int defaultChunks,
        String stageMap,
        boolean splitsBackward,
        Bubble bubble,
        List<Integer> peakActivations) {

    private static final int RANKS = 4;
    private static final int MICRO_BATCHES = 8;
    private static final StageWorkload EVEN = new StageWorkload(
            List.of(new StageCosts(1, 1, 1)), StageSizes.ZERO, Link.INSTANT, Double.POSITIVE_INFINITY);
    private static final List<ScheduleSummary> ALL =
            Schedules.all().stream().map(ScheduleSummary::of).toList();

    static List<ScheduleSummary> all() {
        return ALL;
    }

    private static ScheduleSummary of(Schedule schedule) {
        int chunks = schedule.defaultChunks();
        ScheduleTable table = schedule.table(new Shape(RANKS, chunks, MICRO_BATCHES));
        var planned = Planner.plan(PlanRequest.of(schedule.name(), RANKS, chunks, MICRO_BATCHES), EVEN);
        boolean loop = table.stages().equals(StageMap.loop(RANKS, chunks));
        return new ScheduleSummary(
                schedule.name(),
                chunks,
                loop ? "loop" : "wave",
                table.actions().stream()
                        .flatMap(List::stream)
                        .anyMatch(action -> action.kind() == ActionKind.BACKWARD_INPUT),
                planned.plan().predicted(),
                Liveness.peaks(table));
    }
}
