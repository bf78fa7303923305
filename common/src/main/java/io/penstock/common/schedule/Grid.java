package io.penstock.common.schedule;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Prints the part of a table around some marked cells, one line a rank. */
final class Grid {

    private static final int REACH = 4;

    private Grid() {}

    /** Shows each rank around its own marked cell, and the ranks without one around the first mark. */
    static String around(ScheduleTable table, List<Cell> marked) {
        return IntStream.range(0, table.stages().ranks())
                .mapToObj(rank -> line(table.of(rank), rank, centre(rank, marked), marked))
                .collect(Collectors.joining("\n"));
    }

    private static int centre(int rank, List<Cell> marked) {
        return marked.stream()
                .filter(cell -> cell.rank() == rank)
                .findFirst()
                .orElse(marked.getFirst())
                .index();
    }

    private static String line(List<Action> actions, int rank, int centre, List<Cell> marked) {
        int from = Math.max(0, centre - REACH);
        int to = Math.min(actions.size(), centre + REACH);
        String cells = IntStream.rangeClosed(from, to)
                .mapToObj(index -> cell(actions, new Cell(rank, index), marked))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(","));
        return "rank %d: %s%s%s".formatted(rank, from > 0 ? "..," : "", cells, to < actions.size() ? ",.." : "");
    }

    private static String cell(List<Action> actions, Cell cell, List<Cell> marked) {
        String text = cell.index() < actions.size() ? actions.get(cell.index()).toString() : "";
        return marked.contains(cell) ? ">>" + text + "<<" : text;
    }
}
