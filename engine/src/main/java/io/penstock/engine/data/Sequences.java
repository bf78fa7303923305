package io.penstock.engine.data;

import io.penstock.engine.backend.LossKernels;
import io.penstock.engine.data.TextSource.Packing;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Sequences of tokens laid into rows, one or several a row; what is left of a row is padding.
 *
 * @param starts first token of each sequence
 * @param lengths tokens of each sequence
 * @param rows first sequence of each row, and the number of sequences
 * @param pad token of padding
 */
@SuppressWarnings("ArrayRecordComponent")
record Sequences(TokenArray tokens, long[] starts, int[] lengths, int[] rows, int pad) {

    /** Bytes of memory that a sequence takes here. */
    private static final long SEQUENCE_BYTES = Long.BYTES + 2L * Integer.BYTES;

    /**
     * The sequences of a text; longer ones than a row are cut.
     *
     * @param length tokens of a row at most
     * @param least at most length; shorter sequences are left out
     * @throws InvalidDataException if none is left
     */
    static Sequences of(TokenText text, DataFile file, int length, int least, Packing packing, int pad) {
        long count = 0;
        for (long i = 0; i < text.sequences(); i++) {
            count += pieces(text.end(i) - text.start(i), length, least);
        }
        HeapLimit.check(file.pointer(), "the list of lines of " + file.name(), count * SEQUENCE_BYTES);
        if (count == 0 || count > Integer.MAX_VALUE - Long.BYTES) {
            throw file.fault("has %d lines of at least %d tokens: 1 to 2147483639 can be used".formatted(count, least));
        }
        long[] starts = new long[(int) count];
        int[] lengths = new int[(int) count];
        int filled = 0;
        for (long i = 0; i < text.sequences(); i++) {
            long start = text.start(i);
            for (long left = pieces(text.end(i) - start, length, least); left > 0; left--) {
                starts[filled] = start;
                lengths[filled++] = (int) Math.min(length, text.end(i) - start);
                start += length;
            }
        }
        return new Sequences(text.tokens(), starts, lengths, rows(lengths, length, packing), pad);
    }

    private static long pieces(long tokens, int length, int least) {
        return tokens / length + (tokens % length >= least ? 1 : 0);
    }

    /** A row takes sequences in their order as long as they fit. */
    private static int[] rows(int[] lengths, int length, Packing packing) {
        int[] rows = new int[lengths.length + 1];
        int count = 0;
        int room = 0;
        for (int i = 0; i < lengths.length; i++) {
            if (packing == Packing.NONE || lengths[i] > room) {
                rows[count++] = i;
                room = length;
            }
            room -= lengths[i];
        }
        rows[count] = lengths.length;
        return Arrays.copyOf(rows, count + 1);
    }

    int count() {
        return rows.length - 1;
    }

    /** Tokens of a row without padding. */
    int length(int row) {
        int sum = 0;
        for (int i = rows[row]; i < rows[row + 1]; i++) {
            sum += lengths[i];
        }
        return sum;
    }

    /** How many sequences a row holds. */
    int sequences(int row) {
        return rows[row + 1] - rows[row];
    }

    /** Writes a row's tokens and padding up to a width, from byte offset on. */
    void tokens(int row, int width, MemorySegment out, long offset) {
        long at = offset;
        for (int i = rows[row]; i < rows[row + 1]; i++) {
            tokens.write(starts[i], lengths[i], out, at);
            at += (long) Integer.BYTES * lengths[i];
        }
        fill(pad, at, offset, width, out);
    }

    /** Writes each token's successor; the last of a sequence and padding have none. */
    void successors(int row, int width, MemorySegment out, long offset) {
        long at = offset;
        for (int i = rows[row]; i < rows[row + 1]; i++) {
            tokens.write(starts[i] + 1, lengths[i] - 1, out, at);
            at += (long) Integer.BYTES * lengths[i];
            out.set(LabelRows.INT, at - Integer.BYTES, LossKernels.IGNORED);
        }
        fill(LossKernels.IGNORED, at, offset, width, out);
    }

    /** Writes for each token which sequence of the row it belongs to, from 1; padding has 0. */
    void segments(int row, int width, MemorySegment out, long offset) {
        long at = offset;
        for (int i = rows[row]; i < rows[row + 1]; i++) {
            int segment = i - rows[row] + 1;
            for (int j = 0; j < lengths[i]; j++) {
                out.set(LabelRows.INT, at, segment);
                at += Integer.BYTES;
            }
        }
        fill(0, at, offset, width, out);
    }

    private static void fill(int value, long from, long row, int width, MemorySegment out) {
        for (long at = from; at < row + (long) Integer.BYTES * width; at += Integer.BYTES) {
            out.set(LabelRows.INT, at, value);
        }
    }
}
