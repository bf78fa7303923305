package io.penstock.cli.screen;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows of text in columns as wide as their widest cell; columns of numbers stand to the right, a dash stands for null. */
public final class Table {

    private static final String GAP = "  ";

    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... header) {
        this.header = List.of(header);
    }

    public Table row(@Nullable Object... cells) {
        rows.add(IntStream.range(0, header.size())
                .mapToObj(i -> cells[i] == null ? "-" : String.valueOf(cells[i]))
                .toList());
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** All lines, header first, without trailing blanks. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(line(header));
        rows.forEach(row -> lines.add(line(row)));
        return lines;
    }

    private String line(List<String> cells) {
        List<String> padded = IntStream.range(0, cells.size())
                .mapToObj(column -> pad(cells.get(column), column))
                .toList();
        return String.join(GAP, padded).stripTrailing();
    }

    private String pad(String cell, int column) {
        String blanks = " ".repeat(width(column) - cell.length());
        return isNumeric(column) ? blanks + cell : cell + blanks;
    }

    private int width(int column) {
        int widest =
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
        return Math.max(widest, header.get(column).length());
    }

    private boolean isNumeric(int column) {
        return rows.stream().map(row -> row.get(column)).allMatch(cell -> cell.matches("-|[-+]?[\\d.,:]+%?"));
    }
}
