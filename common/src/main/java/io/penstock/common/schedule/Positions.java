package io.penstock.common.schedule;

import io.penstock.common.schedule.InvalidScheduleException.Rule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where each action of a table stands. Having one means that every compute action is there exactly once, on the right
 * rank. A whole backward is found under both of its halves.
 */
final class Positions {

    private static final List<ActionKind> REQUIRED =
            List.of(ActionKind.FORWARD, ActionKind.BACKWARD_INPUT, ActionKind.BACKWARD_WEIGHT);

    private final ScheduleTable table;
    private final Map<Action, Integer> indexes = new HashMap<>();

    private Positions(ScheduleTable table) {
        this.table = table;
    }

    static Positions of(ScheduleTable table) {
        Positions positions = new Positions(table);
        for (int rank = 0; rank < table.stages().ranks(); rank++) {
            for (int index = 0; index < table.of(rank).size(); index++) {
                positions.add(new Cell(rank, index), table.of(rank).get(index));
            }
        }
        positions.requireComplete();
        return positions;
    }

    /** The index of an action on its rank, absent if the table lacks it. */
    @Nullable
    Integer find(Action action) {
        return indexes.get(action);
    }

    private void add(Cell cell, Action action) {
        requirePlace(cell, action);
        for (ActionKind part : action.kind().parts()) {
            Integer earlier = indexes.put(action.as(part), cell.index());
            if (earlier != null) {
                throw incomplete(
                        cell, "%s repeats cell %d of rank %d: remove one".formatted(action, earlier, cell.rank()));
            }
        }
    }

    private void requirePlace(Cell cell, Action action) {
        StageMap stages = table.stages();
        if (action.stage() >= stages.stages() || action.microBatch() >= table.microBatches()) {
            throw incomplete(
                    cell,
                    "%s is outside of %d stages and %d micro-batches"
                            .formatted(action, stages.stages(), table.microBatches()));
        }
        int owner = stages.rankOf(action.stage());
        if (owner != cell.rank()) {
            throw incomplete(
                    cell,
                    "%s stands on rank %d but rank %d owns stage %d: move it there"
                            .formatted(action, cell.rank(), owner, action.stage()));
        }
    }

    private void requireComplete() {
        for (int stage = 0; stage < table.stages().stages(); stage++) {
            for (int microBatch = 0; microBatch < table.microBatches(); microBatch++) {
                for (ActionKind kind : REQUIRED) {
                    require(new Action(stage, kind, microBatch));
                }
            }
        }
    }

    private void require(Action action) {
        if (!indexes.containsKey(action)) {
            int rank = table.stages().rankOf(action.stage());
            throw incomplete(
                    new Cell(rank, table.of(rank).size()), "%s is missing on rank %d: add it".formatted(action, rank));
        }
    }

    private InvalidScheduleException incomplete(Cell cell, String detail) {
        return new InvalidScheduleException(Rule.COMPLETE, detail, table, List.of(cell));
    }
}
