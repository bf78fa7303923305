package io.penstock.common.plan;

import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.schedule.Walk;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a plan has to keep to; what is left open the planner chooses.
 *
 * @param schedule a schedule's name, or {@link #AUTO}
 * @param table the user's own compute table instead of a named schedule
 * @param chunks stages of one rank, null to choose
 * @param microBatches slices to choose from, at least one
 * @param stages the only stage map that a search may use, null for any
 * @param bufferDepth frames that the links hold that are there already; {@link Walk#UNBOUNDED} to give them what the
 *     plan needs
 */
public record PlanRequest(
        String schedule,
        @Nullable ScheduleTable table,
        int ranks,
        @Nullable Integer chunks,
        List<Integer> microBatches,
        Objective objective,
        @Nullable StageMap stages,
        int bufferDepth) {

    /** The planner chooses the order of the actions. */
    public static final String AUTO = "auto";

    /** The name of a plan that executes the user's own table. */
    public static final String CUSTOM = "csv";

    public PlanRequest {
        microBatches = List.copyOf(microBatches);
    }

    /** On any stage map, with new links. */
    public PlanRequest(
            String schedule,
            @Nullable ScheduleTable table,
            int ranks,
            @Nullable Integer chunks,
            List<Integer> microBatches,
            Objective objective) {
        this(schedule, table, ranks, chunks, microBatches, objective, null, Walk.UNBOUNDED);
    }

    /** Whatever order is best for stages that stay where they are. */
    public static PlanRequest reorder(ScheduleTable table) {
        StageMap map = table.stages();
        return new PlanRequest(AUTO, null, map.ranks(), map.chunks(), List.of(table.microBatches()), Objective.MAKESPAN)
                .on(map);
    }

    /** A schedule by name, on so many ranks. */
    public static PlanRequest of(String schedule, int ranks, @Nullable Integer chunks, int microBatches) {
        return new PlanRequest(schedule, null, ranks, chunks, List.of(microBatches), Objective.MAKESPAN);
    }

    /** The user's own table. */
    public static PlanRequest of(ScheduleTable table) {
        return new PlanRequest(
                CUSTOM, table, table.stages().ranks(), null, List.of(table.microBatches()), Objective.MAKESPAN);
    }

    /** With this stage map only; null for any. */
    public PlanRequest on(@Nullable StageMap map) {
        return new PlanRequest(schedule, table, ranks, chunks, microBatches, objective, map, bufferDepth);
    }

    public PlanRequest minimizing(Objective other) {
        return new PlanRequest(schedule, table, ranks, chunks, microBatches, other, stages, bufferDepth);
    }

    /** Over links that are there already. */
    public PlanRequest over(int depth) {
        return new PlanRequest(schedule, table, ranks, chunks, microBatches, objective, stages, depth);
    }
}
