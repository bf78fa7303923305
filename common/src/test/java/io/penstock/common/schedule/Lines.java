package io.penstock.common.schedule;

import io.penstock.common.plan.BufferDepth;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** Changes single cells of tables, and finds cells in them, by plain search. */
final class Lines {

    private Lines() {}

    static ScheduleTable replace(ScheduleTable table, int rank, List<Action> line) {
        List<List<Action>> lines = new ArrayList<>(table.actions());
        lines.set(rank, line);
        return new ScheduleTable(table.stages(), table.microBatches(), lines);
    }

    static ScheduleTable without(ScheduleTable table, int rank, int cell) {
        List<Action> line = new ArrayList<>(table.of(rank));
        line.remove(cell);
        return replace(table, rank, line);
    }

    static ScheduleTable with(ScheduleTable table, int rank, int cell, Action action) {
        List<Action> line = new ArrayList<>(table.of(rank));
        line.add(cell, action);
        return replace(table, rank, line);
    }

    /** One cell with another action in it: wrong are this cell and those that stand there already or miss the old one. */
    static CorruptionTest.Broken changed(ScheduleTable table, int rank, int cell, Action action) {
        Action old = table.of(rank).get(cell);
        List<Action> line = new ArrayList<>(table.of(rank));
        line.set(cell, action);
        List<Cell> wrong = new ArrayList<>(needing(table, old));
        wrong.add(new Cell(rank, cell));
        wrong.add(new Cell(rank, line.size()));
        return new CorruptionTest.Broken(replace(table, rank, line), Walk.UNBOUNDED, wrong);
    }

    static int find(ScheduleTable table, int rank, Action action) {
        return table.of(rank).indexOf(action);
    }

    /** The cells whose action cannot do without this one. */
    static List<Cell> needing(ScheduleTable table, Action missing) {
        return cells(table, action -> {
            boolean needs = Dependencies.of(action, table.stages()).anyMatch(missing::equals);
            boolean produces =
                    table.stages().outputOf(action).filter(missing::equals).isPresent();
            boolean pairs = !action.kind().computes() && Objects.equals(action.peer(), missing);
            return needs || produces || pairs;
        });
    }

    static List<Cell> cells(ScheduleTable table, Predicate<Action> wanted) {
        List<Cell> cells = new ArrayList<>();
        for (int rank = 0; rank < table.stages().ranks(); rank++) {
            for (int index = 0; index < table.of(rank).size(); index++) {
                if (wanted.test(table.of(rank).get(index))) {
                    cells.add(new Cell(rank, index));
                }
            }
        }
        return cells;
    }

    /** The least depth that a table runs with. */
    static int leastDepth(ScheduleTable table) {
        int depth = BufferDepth.of(table);
        while (depth > 1 && runs(table, depth - 1)) {
            depth--;
        }
        return depth;
    }

    private static boolean runs(ScheduleTable table, int depth) {
        try {
            Walk.over(table, depth, (rank, index, action) -> {});
            return true;
        } catch (InvalidScheduleException e) {
            return false;
        }
    }
}
