package io.penstock.engine.data;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Sorts the values of one csv file into inputs and labels or targets while it is read. */
final class CsvLoader {

    /** Up to here float32 holds every whole number. */
    private static final float MAX_LABEL = 1 << 24;

    private final CsvSource source;
    private final DataFile file;
    private final CsvReader reader;
    private final LabelRows labels = new LabelRows();
    private final FloatRows targets;

    CsvLoader(CsvSource source, DataFile file, InputStream content) {
        this.source = source;
        this.file = file;
        this.reader = new CsvReader(file, source.separator(), content);
        this.targets = new FloatRows(source.outputColumns().size());
    }

    /** @throws InvalidDataException with row, column and value at fault */
    Samples.Contents load() throws IOException {
        if (source.header()) {
            reader.skipHeader();
        }
        float[] cells = reader.next();
        if (cells == null) {
            throw file.fault("holds no samples: add rows");
        }
        int[] inputColumns = inputColumns(cells.length);
        FloatRows inputs = new FloatRows(inputColumns.length);
        Consumer<float[]> outputs = source.labelled() ? this::addLabel : this::addTargets;
        for (; cells != null; cells = reader.next()) {
            inputs.add(inputs(cells, inputColumns));
            outputs.accept(cells);
            HeapLimit.check(file.pointer(), file.name(), (long) Float.BYTES * cells.length * inputs.count());
        }
        return new Samples.Contents(inputs, source.labelled() ? labels : targets, source.labelled(), origin());
    }

    private IntFunction<String> origin() {
        int first = source.header() ? 2 : 1;
        return index -> "%s row %d".formatted(file.name(), index + first);
    }

    private int[] inputColumns(int columns) {
        List<Integer> outputs = source.outputColumns();
        for (int output : outputs) {
            if (output >= columns) {
                throw new InvalidDataException(
                        source.labelled() ? "/data/labelColumn" : "/data/targetColumns",
                        "column %d is asked for but %s has columns 0 to %d: use one of them"
                                .formatted(output, file.name(), columns - 1));
            }
        }
        int[] inputs = IntStream.range(0, columns)
                .filter(column -> !outputs.contains(column))
                .toArray();
        if (inputs.length == 0) {
            throw file.fault("has no columns but labels or targets: add inputs");
        }
        return inputs;
    }

    private float[] inputs(float[] cells, int[] columns) {
        float[] inputs = new float[columns.length];
        for (int i = 0; i < columns.length; i++) {
            inputs[i] = cells[columns[i]] * (float) source.scale();
            if (!Float.isFinite(inputs[i])) {
                throw reader.fault(
                        columns[i],
                        "%s times scale %s is not finite: use a smaller scale"
                                .formatted(cells[columns[i]], source.scale()));
            }
        }
        return inputs;
    }

    private void addLabel(float[] cells) {
        int column = source.outputColumns().getFirst();
        float value = cells[column];
        if (value < 0 || value >= MAX_LABEL || value != (int) value) {
            throw reader.fault(column, "%s is no class label: use whole numbers from 0".formatted(value));
        }
        labels.add((int) value);
    }

    private void addTargets(float[] cells) {
        float[] row = new float[source.outputColumns().size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = cells[source.outputColumns().get(i)];
        }
        targets.add(row);
    }
}
