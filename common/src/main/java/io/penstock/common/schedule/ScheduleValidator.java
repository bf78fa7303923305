package io.penstock.common.schedule;

import io.penstock.common.schedule.InvalidScheduleException.Rule;
import java.util.List;
import java.util.Optional;

/** Proves that a lowered table trains each micro-batch once and cannot hang, in time linear in its actions. */
public final class ScheduleValidator {

    private final ScheduleTable table;
    private final Positions positions;

    private ScheduleValidator(ScheduleTable table) {
        this.table = table;
        this.positions = Positions.of(table);
    }

    /**
     * @param bufferDepth frames that may wait unread on one link: one sender stage, one direction; at least 1
     * @throws InvalidScheduleException at the first rule that is broken
     */
    public static void check(ScheduleTable lowered, int bufferDepth) {
        if (bufferDepth < 1) {
            throw new IllegalArgumentException("a link needs room for at least 1 frame, got " + bufferDepth);
        }
        ScheduleValidator validator = new ScheduleValidator(lowered);
        validator.eachCell(validator::checkTransfers);
        validator.eachCell(validator::checkOrder);
        Walk.over(lowered, bufferDepth, (rank, action) -> {});
    }

    private interface Check {
        void check(Cell cell, Action action);
    }

    private void eachCell(Check check) {
        for (int rank = 0; rank < table.stages().ranks(); rank++) {
            List<Action> line = table.of(rank);
            for (int index = 0; index < line.size(); index++) {
                check.check(new Cell(rank, index), line.get(index));
            }
        }
    }

    private void checkTransfers(Cell cell, Action action) {
        if (!action.kind().computes() && !table.stages().travels(action)) {
            throw refuse(Rule.PAIRED, cell, "%s has no other rank at its far end: remove it".formatted(action));
        }
        Optional<Action> partner =
                action.kind().computes() ? table.stages().outputOf(action) : Optional.of(action.peer());
        partner.filter(needed -> positions.find(needed) == null).ifPresent(missing -> {
            throw refuse(Rule.PAIRED, cell, "%s needs %s, which is missing: add it".formatted(action, missing));
        });
    }

    private void checkOrder(Cell cell, Action action) {
        Dependencies.of(action, table.stages()).forEach(needed -> {
            Integer index = positions.find(needed);
            if (index == null || index > cell.index()) {
                throw refuse(Rule.ORDERED, cell, "%s runs before %s: swap them".formatted(action, needed));
            }
        });
    }

    private InvalidScheduleException refuse(Rule rule, Cell cell, String detail) {
        return new InvalidScheduleException(rule, detail, table, List.of(cell));
    }
}
