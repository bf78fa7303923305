package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The text form of a table: one line a rank, cells separated by commas, an empty cell for an idle moment. It is the
 * dialect of PyTorch's pipelining CSV, so tables can be exchanged.
 */
public final class ScheduleText {

    private ScheduleText() {}

    /** Prints a table so that {@link #parse} reads it back equal. */
    public static String print(ScheduleTable table) {
        return table.actions().stream()
                .map(line -> line.stream().map(Action::toString).collect(Collectors.joining(",")) + "\n")
                .collect(Collectors.joining());
    }

    /**
     * Reads a table; idle cells are dropped.
     *
     * @throws IllegalArgumentException naming line, column and cell, if the text is no table of this shape
     */
    public static ScheduleTable parse(String text, StageMap stages, int microBatches) {
        List<String> lines = text.lines().toList();
        if (lines.size() != stages.ranks()) {
            throw new IllegalArgumentException(
                    "the schedule has %d lines but parallelism.pipeline is %d: write one line a rank"
                            .formatted(lines.size(), stages.ranks()));
        }
        List<List<Action>> actions = new ArrayList<>();
        for (int rank = 0; rank < lines.size(); rank++) {
            actions.add(line(lines.get(rank), rank + 1, stages, microBatches));
        }
        return new ScheduleTable(stages, microBatches, actions);
    }

    private static List<Action> line(String line, int number, StageMap stages, int microBatches) {
        List<Action> actions = new ArrayList<>();
        int column = 1;
        for (String cell : line.split(",", -1)) {
            if (!cell.isBlank()) {
                int indent = cell.length() - cell.stripLeading().length();
                String place = "line %d, column %d".formatted(number, column + indent);
                actions.add(cell(cell.strip(), place, stages, microBatches));
            }
            column += cell.length() + 1;
        }
        return actions;
    }

    private static Action cell(String cell, String place, StageMap stages, int microBatches) {
        try {
            return cell(cell, stages, microBatches);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s, cell '%s': %s".formatted(place, cell, e.getMessage()), e);
        }
    }

    private static Action cell(String text, StageMap stages, int microBatches) {
        if (text.startsWith("(")) {
            throw new IllegalArgumentException("overlapped pairs cannot run yet: write the two actions as two cells");
        }
        Action action = Action.parse(text);
        if (action.stage() >= stages.stages() || action.microBatch() >= microBatches) {
            throw new IllegalArgumentException(
                    "stages are 0..%d and micro-batches 0..%d".formatted(stages.stages() - 1, microBatches - 1));
        }
        return action;
    }
}
