package io.penstock.common.schedule;

import io.penstock.common.schedule.InvalidScheduleException.Rule;
import java.util.Arrays;
import java.util.List;

/**
 * Where each action of a table stands. Having one means that every compute action is there exactly once, on the right
 * rank. A whole backward is found under both of its halves.
 */
final class Positions {

    static final int ABSENT = -1;

    private static final List<ActionKind> REQUIRED =
            List.of(ActionKind.FORWARD, ActionKind.BACKWARD_INPUT, ActionKind.BACKWARD_WEIGHT);

    private final ScheduleTable table;
    private final ActionIndex index;
    private final int[] cells;

    private Positions(ScheduleTable table) {
        this.table = table;
        this.index = new ActionIndex(table);
        this.cells = new int[index.size()];
        Arrays.fill(cells, ABSENT);
    }

    static Positions of(ScheduleTable table) {
        Positions positions = new Positions(table);
        for (int rank = 0; rank < table.stages().ranks(); rank++) {
            List<Action> line = table.of(rank);
            for (int cell = 0; cell < line.size(); cell++) {
                positions.add(rank, cell, line.get(cell));
            }
        }
        positions.requireComplete();
        return positions;
    }

    /** The cell of an action on its rank, or {@link #ABSENT}. */
    int find(Action action) {
        return cells[index.of(action)];
    }

    private void add(int rank, int cell, Action action) {
        requirePlace(rank, cell, action);
        put(rank, cell, action, action.kind());
        if (action.kind() == ActionKind.BACKWARD) {
            put(rank, cell, action, ActionKind.BACKWARD_WEIGHT);
        }
    }

    private void put(int rank, int cell, Action action, ActionKind part) {
        int place = index.of(action.stage(), part, action.microBatch());
        int earlier = cells[place];
        if (earlier != ABSENT) {
            throw incomplete(
                    "%s repeats cell %d of rank %d: remove one".formatted(action, earlier, rank),
                    new Cell(rank, cell),
                    new Cell(rank, earlier));
        }
        cells[place] = cell;
    }

    private void requirePlace(int rank, int cell, Action action) {
        StageMap stages = table.stages();
        if (action.stage() >= stages.stages() || action.microBatch() >= table.microBatches()) {
            throw incomplete(
                    "%s is outside of %d stages and %d micro-batches"
                            .formatted(action, stages.stages(), table.microBatches()),
                    new Cell(rank, cell));
        }
        int owner = stages.rankOf(action.stage());
        if (owner != rank) {
            throw incomplete(
                    "%s stands on rank %d but rank %d owns stage %d: move it there"
                            .formatted(action, rank, owner, action.stage()),
                    new Cell(rank, cell));
        }
    }

    private void requireComplete() {
        for (int stage = 0; stage < table.stages().stages(); stage++) {
            for (int microBatch = 0; microBatch < table.microBatches(); microBatch++) {
                for (ActionKind kind : REQUIRED) {
                    require(stage, kind, microBatch);
                }
            }
        }
    }

    private void require(int stage, ActionKind kind, int microBatch) {
        if (cells[index.of(stage, kind, microBatch)] == ABSENT) {
            int rank = table.stages().rankOf(stage);
            throw incomplete(
                    "%s is missing on rank %d: add it".formatted(new Action(stage, kind, microBatch), rank),
                    new Cell(rank, table.of(rank).size()));
        }
    }

    private InvalidScheduleException incomplete(String detail, Cell... marked) {
        return new InvalidScheduleException(Rule.COMPLETE, detail, table, List.of(marked));
    }
}
