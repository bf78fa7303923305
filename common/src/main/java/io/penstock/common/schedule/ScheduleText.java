package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text form of a table: one line a rank, cells separated by commas, {@code (0F7;7B3)OVERLAP_F_B} for an overlapped
 * pair. It is the dialect of PyTorch's pipelining CSV, so tables can be exchanged. An empty cell is an idle moment; it
 * says nothing that the order does not say and is dropped.
 */
public final class ScheduleText {

    private static final Pattern PAIR = Pattern.compile("\\(([^;()]+);([^;()]+)\\)OVERLAP_F_B");

    private final Dialect dialect;
    private final List<List<Action>> actions = new ArrayList<>();
    private final List<List<Integer>> overlaps = new ArrayList<>();

    private ScheduleText(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Prints a table so that {@link #parse} reads it back equal. */
    public static String print(ScheduleTable table) {
        return print(table, Dialect.PYTORCH);
    }

    public static String print(ScheduleTable table, Dialect dialect) {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < table.stages().ranks(); rank++) {
            List<String> cells = new ArrayList<>();
            List<Action> line = table.of(rank);
            for (int i = 0; i < line.size(); i++) {
                String cell = dialect.write(line.get(i));
                cells.add(
                        table.overlaps(rank, i)
                                ? "(%s;%s)OVERLAP_F_B".formatted(cell, dialect.write(line.get(++i)))
                                : cell);
            }
            text.append(String.join(",", cells)).append('\n');
        }
        return text.toString();
    }

    /**
     * Reads a table of any shape: the line of a stage's first action says which rank owns it.
     *
     * @throws IllegalArgumentException naming line, column and cell, if the text is no table
     */
    public static ScheduleTable parse(String text, Dialect dialect) {
        ScheduleText parsed = lines(text, dialect);
        return TableShape.of(parsed.actions).table(parsed.actions, parsed.overlaps);
    }

    /**
     * Reads a table of a known shape.
     *
     * @throws IllegalArgumentException naming line, column and cell, if the text is no table of this shape
     */
    public static ScheduleTable parse(String text, StageMap stages, int microBatches) {
        ScheduleText parsed = lines(text, Dialect.PYTORCH);
        if (parsed.actions.size() != stages.ranks()) {
            throw new IllegalArgumentException(
                    "the schedule has %d lines but parallelism.pipeline is %d: write one line a rank"
                            .formatted(parsed.actions.size(), stages.ranks()));
        }
        return new ScheduleTable(stages, microBatches, parsed.actions, parsed.overlaps);
    }

    private static ScheduleText lines(String text, Dialect dialect) {
        ScheduleText parsed = new ScheduleText(dialect);
        int number = 1;
        for (String line : text.lines().toList()) {
            parsed.line(line, number++);
        }
        return parsed;
    }

    private void line(String line, int number) {
        actions.add(new ArrayList<>());
        overlaps.add(new ArrayList<>());
        int column = 1;
        for (String cell : line.split(",", -1)) {
            if (!cell.isBlank()) {
                int indent = cell.length() - cell.stripLeading().length();
                cell(cell.strip(), number, column + indent);
            }
            column += cell.length() + 1;
        }
    }

    private void cell(String cell, int line, int column) {
        try {
            cell(cell);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "line %d, column %d, cell '%s': %s".formatted(line, column, cell, e.getMessage()), e);
        }
    }

    private void cell(String cell) {
        Matcher pair = PAIR.matcher(cell);
        if (!pair.matches()) {
            actions.getLast().add(dialect.read(cell));
            return;
        }
        Action forward = dialect.read(pair.group(1));
        Action backward = dialect.read(pair.group(2));
        if (forward.kind() != ActionKind.FORWARD || backward.kind() != ActionKind.BACKWARD) {
            throw new IllegalArgumentException("an overlapped pair is one F and one B, as in (0F7;7B3)OVERLAP_F_B");
        }
        overlaps.getLast().add(actions.getLast().size());
        actions.getLast().add(forward);
        actions.getLast().add(backward);
    }
}
