package io.penstock.engine.data;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The rows of a csv file as numbers, all as long as the first. */
final class CsvReader {

    private static final int MAX_QUOTE = 40;

    private final DataFile file;
    private final char separator;
    private final LineReader lines;
    private int row;
    private float[] cells = {};

    CsvReader(DataFile file, String separator, InputStream content) {
        this.file = file;
        this.separator = separator.charAt(0);
        this.lines = new LineReader(content);
    }

    void skipHeader() throws IOException {
        line();
    }

    /** The next row, overwritten by the one after it; null at the end of the file. */
    float @Nullable [] next() throws IOException {
        String line = line();
        if (line == null) {
            return null;
        }
        if (cells.length == 0) {
            cells = new float[columns(line)];
        }
        parse(line);
        return cells;
    }

    private @Nullable String line() throws IOException {
        row++;
        try {
            return lines.next();
        } catch (LineReader.TooLongException e) {
            throw file.fault("row %d is longer than %d bytes: split it".formatted(row, LineReader.MAX_BYTES));
        }
    }

    private void parse(String line) {
        int from = 0;
        for (int column = 0; column < cells.length; column++) {
            int to = line.indexOf(separator, from);
            if (to < 0 == column < cells.length - 1) {
                throw file.fault("row %d has %d values but the rows before have %d: correct the row"
                        .formatted(row, columns(line), cells.length));
            }
            cells[column] =
                    number(line.substring(from, to < 0 ? line.length() : to).strip(), column);
            from = to + 1;
        }
    }

    private int columns(String line) {
        return 1 + (int) line.chars().filter(c -> c == separator).count();
    }

    private float number(String text, int column) {
        float value = Float.NaN;
        try {
            value = text.chars().allMatch(c -> "0123456789+-.eE".indexOf(c) >= 0) ? Float.parseFloat(text) : value;
        } catch (NumberFormatException e) {
            throw fault(column, "\"%s\" is not a number: correct it", text);
        }
        if (!Float.isFinite(value)) {
            throw fault(column, "\"%s\" is not a finite float32 number: correct it", text);
        }
        return value;
    }

    /**
     * Something is wrong with a value of the current row.
     *
     * @param detail with a place for the value
     */
    private InvalidDataException fault(int column, String detail, String text) {
        String quoted = text.length() <= MAX_QUOTE ? text : text.substring(0, MAX_QUOTE) + "…";
        return fault(column, detail.replace("%s", quoted));
    }

    /** Something is wrong with a value of the current row. */
    InvalidDataException fault(int column, String detail) {
        return file.fault("row %d, column %d: %s".formatted(row, column, detail));
    }
}
