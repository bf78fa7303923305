package io.penstock.orchestrator.plan;

import io.penstock.common.advice.MeasuredLayers;
import io.penstock.common.advice.Profile;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.LayerWorkload;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planned;
import io.penstock.common.plan.Planner;
import io.penstock.common.schedule.InvalidScheduleException;
import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import io.penstock.common.schedule.StageMap;
import io.penstock.engine.job.InvalidJobException;
import io.penstock.engine.job.ScheduleChoice;
import io.penstock.engine.rule.FieldError;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the plan that a run can go on with: stages, ranks, micro-batches and the links between ranks stay as they are, only
 * the order of the actions changes. A plan that is returned is proven with the links' present depth.
 *
 * @param estimate of the job that runs
 * @param current what it executes
 * @param profile what that costs, null if nothing was measured yet
 */
public record Rescheduling(
        LayerEstimate estimate, Plan current, @Nullable Profile profile) {

    /**
     * @throws InvalidJobException if there is no such schedule, or the table is illegal
     * @throws RescheduleRefusedException if this run cannot change to it
     */
    public Planned to(ScheduleChoice choice) {
        PlanRequest request = request(choice).over(current.bufferDepth());
        try {
            return Planner.plan(request, workload());
        } catch (InvalidScheduleException e) {
            throw new RescheduleRefusedException(
                    "schedule %s does not fit into this job, whose links hold %d frames each: %s"
                            .formatted(choice, current.bufferDepth(), e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw new RescheduleRefusedException(String.valueOf(e.getMessage()));
        }
    }

    private PlanRequest request(ScheduleChoice choice) {
        if (choice.isAuto()) {
            return PlanRequest.reorder(current.table());
        }
        ScheduleTable own = choice.isTable() ? own(choice) : null;
        requireSame(choice, own == null ? named(choice.toString()) : own);
        StageMap map = current.table().stages();
        return own == null
                ? PlanRequest.of(
                        choice.toString(),
                        map.ranks(),
                        map.chunks(),
                        current.table().microBatches())
                : PlanRequest.of(own);
    }

    private void requireSame(ScheduleChoice choice, ScheduleTable table) {
        StageMap map = current.table().stages();
        if (!table.stages().equals(map)) {
            throw new RescheduleRefusedException(
                    "schedule %s has %s but this job has %s: use a schedule with the same stages, or start the job anew"
                            .formatted(choice, table.stages(), map));
        }
        if (table.microBatches() != current.table().microBatches()) {
            throw new RescheduleRefusedException(
                    "the table has %d micro-batches but this job has %d: write a table for %d"
                            .formatted(
                                    table.microBatches(),
                                    current.table().microBatches(),
                                    current.table().microBatches()));
        }
    }

    private ScheduleTable named(String schedule) {
        StageMap map = current.table().stages();
        Shape shape = new Shape(map.ranks(), map.chunks(), current.table().microBatches());
        try {
            return Schedules.named(schedule).table(shape);
        } catch (IllegalArgumentException e) {
            throw new RescheduleRefusedException(String.valueOf(e.getMessage()));
        }
    }

    private static ScheduleTable own(ScheduleChoice choice) {
        try {
            ScheduleTable table = Objects.requireNonNull(choice.table());
            Lowering.lower(table);
            return table;
        } catch (IllegalArgumentException e) {
            throw new InvalidJobException(List.of(new FieldError("/schedule/csv", String.valueOf(e.getMessage()))));
        }
    }

    private LayerWorkload workload() {
        List<Integer> sizes = current.partition().stream().map(LayerRange::size).toList();
        LayerWorkload estimated = estimate.workload();
        return (profile == null ? estimated : new MeasuredLayers(estimated, current, profile).workload(null))
                .withSizes(sizes);
    }
}
