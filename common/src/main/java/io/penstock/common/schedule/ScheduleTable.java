package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/**
 * A schedule as data: per rank, the ordered actions of one training step. It may be a compute table (only F, I, W, B)
 * or a lowered one (with sends and receives).
 *
 * @param microBatches m, the slices of one step
 * @param actions one list a rank, in execution order
 * @param overlaps one list a rank: where in {@code actions} an overlapped pair begins, rising; the pair is this action
 *     and the next one
 */
public record ScheduleTable(
        StageMap stages, int microBatches, List<List<Action>> actions, List<List<Integer>> overlaps) {

    public ScheduleTable {
        Shape.requirePositive("microBatches", microBatches);
        actions = actions.stream().map(List::copyOf).toList();
        overlaps = overlaps.stream().map(List::copyOf).toList();
        if (actions.size() != stages.ranks() || overlaps.size() != stages.ranks()) {
            throw new IllegalArgumentException("a table for %d ranks needs as many lines, got %d and %d"
                    .formatted(stages.ranks(), actions.size(), overlaps.size()));
        }
    }

    /** A table without overlapped pairs. */
    public ScheduleTable(StageMap stages, int microBatches, List<List<Action>> actions) {
        this(stages, microBatches, actions, Collections.nCopies(stages.ranks(), List.of()));
    }

    /**
     * The table with these lines: the line of a stage's first action says which rank owns it.
     *
     * @throws IllegalArgumentException if the lines leave out stages
     */
    public static ScheduleTable ofLines(List<List<Action>> lines) {
        return TableShape.of(lines).table(lines, Collections.nCopies(lines.size(), List.of()));
    }

    public List<Action> of(int rank) {
        return actions.get(rank);
    }

    /** True if the action at this place and the next one are an overlapped pair. */
    public boolean overlaps(int rank, int index) {
        return Collections.binarySearch(overlaps.get(rank), index) >= 0;
    }

    /** The same order with the two actions of each overlapped pair one after the other. */
    public ScheduleTable inSequence() {
        return new ScheduleTable(stages, microBatches, actions);
    }

    /** True if the table has sends and receives. */
    public boolean hasTransfers() {
        return actions.stream()
                .flatMap(List::stream)
                .anyMatch(action -> !action.kind().computes());
    }

    /** The compute actions alone, in the same order, without overlaps. */
    public ScheduleTable compute() {
        return filtered(microBatches, action -> action.kind().computes());
    }

    /** The first micro-batches alone, in the same order, without overlaps. A legal table stays legal. */
    ScheduleTable first(int count) {
        return filtered(count, action -> action.microBatch() < count);
    }

    private ScheduleTable filtered(int count, Predicate<Action> wanted) {
        return new ScheduleTable(
                stages,
                count,
                actions.stream()
                        .map(line -> line.stream().filter(wanted).toList())
                        .toList());
    }

    /** Joins each I with the W of the same stage and micro-batch that follows it at once to a B. */
    public ScheduleTable fused() {
        return new ScheduleTable(
                stages,
                microBatches,
                inSequence().actions.stream().map(ScheduleTable::fused).toList());
    }

    private static List<Action> fused(List<Action> line) {
        List<Action> fused = new ArrayList<>();
        for (Action action : line) {
            if (action.kind() == ActionKind.BACKWARD_WEIGHT
                    && !fused.isEmpty()
                    && fused.getLast().equals(action.as(ActionKind.BACKWARD_INPUT))) {
                fused.set(fused.size() - 1, action.as(ActionKind.BACKWARD));
            } else {
                fused.add(action);
            }
        }
        return fused;
    }
}
