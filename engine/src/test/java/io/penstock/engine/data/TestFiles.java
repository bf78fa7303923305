package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Small data files, and what a data set says about them. */
final class TestFiles {

    private TestFiles() {}

    static DataRoot write(Path folder, String name, String text) {
        return write(folder, name, text.getBytes(StandardCharsets.UTF_8));
    }

    static DataRoot write(Path folder, String name, byte[] bytes) {
        try {
            Files.write(folder.resolve(name), bytes);
            return new DataRoot(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** An IDX file of unsigned bytes. */
    static byte[] idx(byte[] values, int... dimensions) {
        ByteBuffer out = ByteBuffer.allocate(4 + 4 * dimensions.length + values.length);
        out.putInt(0x0800 | dimensions.length);
        for (int dimension : dimensions) {
            out.putInt(dimension);
        }
        return out.put(values).array();
    }

    static float[] inputs(DataSet samples, int... rows) {
        float[] values =
                new float[rows.length * (int) samples.inputForm().shape(1, 1).size()];
        MemorySegment out = MemorySegment.ofArray(new byte[Float.BYTES * values.length]);
        samples.inputs(new DataSet.Draw(0, rows, 0, rows.length), out);
        MemorySegment.copy(out, FloatRows.FLOAT, 0, values, 0, values.length);
        return values;
    }

    static float[] targets(DataSet samples, int... rows) {
        float[] values =
                new float[rows.length * (int) samples.targetForm().shape(1, 1).size()];
        MemorySegment out = MemorySegment.ofArray(new byte[Float.BYTES * values.length]);
        samples.targets(new DataSet.Draw(0, rows, 0, rows.length), out);
        MemorySegment.copy(out, FloatRows.FLOAT, 0, values, 0, values.length);
        return values;
    }

    static int[] labels(DataSet samples, int... rows) {
        int[] values = new int[rows.length];
        MemorySegment out = MemorySegment.ofArray(new byte[Integer.BYTES * values.length]);
        samples.targets(new DataSet.Draw(0, rows, 0, rows.length), out);
        MemorySegment.copy(out, LabelRows.INT, 0, values, 0, values.length);
        return values;
    }

    /** Writes ints for a draw. */
    interface Ints {
        void write(DataSet.Draw draw, MemorySegment out);
    }

    /** One line a sample. */
    static int[][] tokens(DataSet samples, Ints ints, long step, int... rows) {
        DataSet.Draw draw = new DataSet.Draw(step, rows, 0, rows.length);
        int width = samples.length(draw);
        int[][] values = new int[rows.length][width];
        MemorySegment out = MemorySegment.ofArray(new byte[Integer.BYTES * width * rows.length]);
        ints.write(draw, out);
        for (int i = 0; i < rows.length; i++) {
            MemorySegment.copy(out, LabelRows.INT, (long) Integer.BYTES * width * i, values[i], 0, width);
        }
        return values;
    }

    static InvalidDataException refusal(DataSource source, DataRoot root) {
        return catchThrowableOfType(InvalidDataException.class, () -> source.load(root, 1));
    }
}
