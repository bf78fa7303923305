package io.penstock.common.schedule;

import io.penstock.common.schedule.InvalidScheduleException.Rule;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Turns a stuck walk over a table into a refusal that names the cell at which each rank waits, and for what. */
final class Deadlock {

    /** Says what an action waits for. */
    interface Reason {
        String of(int rank, Action action);
    }

    private Deadlock() {}

    /**
     * @param next the index that each rank could not pass; ranks at their end are done
     */
    static InvalidScheduleException at(ScheduleTable table, int[] next, Reason reason) {
        List<Cell> waiting = IntStream.range(0, next.length)
                .filter(rank -> next[rank] < table.of(rank).size())
                .mapToObj(rank -> new Cell(rank, next[rank]))
                .toList();
        String detail = waiting.stream()
                .map(cell -> describe(cell, table.of(cell.rank()).get(cell.index()), reason))
                .collect(Collectors.joining("; "));
        return new InvalidScheduleException(Rule.PROGRESS, "deadlock: " + detail, table, waiting);
    }

    private static String describe(Cell cell, Action action, Reason reason) {
        return "rank %d waits at cell %d (%s) for %s"
                .formatted(cell.rank(), cell.index(), action, reason.of(cell.rank(), action));
    }
}
