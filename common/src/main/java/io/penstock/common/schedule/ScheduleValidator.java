package io.penstock.common.schedule;

import io.penstock.common.schedule.InvalidScheduleException.Rule;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Proves that a lowered table trains each micro-batch once, cannot hang and fits into memory, in time linear in its
 * actions.
 */
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
        Walk.over(lowered, bufferDepth, (rank, index, action) -> {});
    }

    /**
     * @throws InvalidScheduleException at the first action that takes more memory than its rank may use
     */
    public static void checkMemory(ScheduleTable table, MemoryLimit limit) {
        for (int rank = 0; rank < table.stages().ranks(); rank++) {
            int excess = Liveness.excess(table, rank, limit);
            if (excess < table.of(rank).size()) {
                double peak = Liveness.peaks(table, limit.sizes()).get(rank);
                throw new InvalidScheduleException(
                        Rule.MEMORY,
                        "rank %d needs %.4g for activations but its limit is %.4g: use a schedule that holds fewer, more micro-batches, or more memory"
                                .formatted(rank, peak, limit.byRank().get(rank)),
                        table,
                        List.of(new Cell(rank, excess)));
            }
        }
    }

    private interface Check {
        void check(int rank, int cell, Action action);
    }

    private void eachCell(Check check) {
        for (int rank = 0; rank < table.stages().ranks(); rank++) {
            List<Action> line = table.of(rank);
            for (int cell = 0; cell < line.size(); cell++) {
                check.check(rank, cell, line.get(cell));
            }
        }
    }

    private void checkTransfers(int rank, int cell, Action action) {
        if (!action.kind().computes() && !table.stages().travels(action)) {
            throw refuse(Rule.PAIRED, rank, cell, "%s has no other rank at its far end: remove it".formatted(action));
        }
        Optional<Action> partner =
                action.kind().computes() ? table.stages().outputOf(action) : Optional.of(action.peer());
        if (partner.isPresent() && positions.find(partner.get()) == Positions.ABSENT) {
            throw refuse(
                    Rule.PAIRED, rank, cell, "%s needs %s, which is missing: add it".formatted(action, partner.get()));
        }
    }

    private void checkOrder(int rank, int cell, Action action) {
        requireBefore(rank, cell, action, Dependencies.own(action));
        requireBefore(rank, cell, action, Dependencies.input(action, table.stages()));
    }

    private void requireBefore(int rank, int cell, Action action, @Nullable Action needed) {
        if (needed == null) {
            return;
        }
        int found = positions.find(needed);
        if (found == Positions.ABSENT) {
            throw refuse(Rule.PAIRED, rank, cell, "%s needs %s, which is missing: add it".formatted(action, needed));
        }
        if (found > cell) {
            throw new InvalidScheduleException(
                    Rule.ORDERED,
                    "%s runs before %s: swap them".formatted(action, needed),
                    table,
                    List.of(new Cell(rank, cell), new Cell(rank, found)));
        }
    }

    private InvalidScheduleException refuse(Rule rule, int rank, int cell, String detail) {
        return new InvalidScheduleException(rule, detail, table, List.of(new Cell(rank, cell)));
    }
}
