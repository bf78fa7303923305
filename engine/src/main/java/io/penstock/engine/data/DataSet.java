package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;

/**
 * Samples: inputs and targets by row. Rows 0..training−1 are trained on, the rest are held out. Equal on every rank that
 * reads it; what a draw gives depends on its rows and step only.
 */
public interface DataSet {

    Form inputForm();

    Form targetForm();

    int trainingSamples();

    int validationSamples();

    /**
     * Some samples of one batch.
     *
     * @param step training step, which keys random masks; −1 for held-out samples
     * @param rows row numbers of the whole batch
     * @param from first of them that is meant
     * @param to after the last
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Draw(long step, int[] rows, int from, int to) {

        public int samples() {
            return to - from;
        }
    }

    /** Tokens of each sample in a draw: its longest, to which the others are padded. */
    default int length(Draw draw) {
        return inputForm().length();
    }

    /** True if samples differ in length or hold several sequences, so that {@link #segments} is needed to tell them apart. */
    default boolean segmented() {
        return false;
    }

    /** Writes the draw's inputs, one sample after the other, little-endian, in the form of {@link #inputForm}. */
    void inputs(Draw draw, MemorySegment out);

    /** The same for targets. */
    void targets(Draw draw, MemorySegment out);

    /**
     * The same for segments: int32, one a token; tokens of the same sequence share a number from 1 on, padding has 0.
     *
     * @see io.penstock.engine.backend.AttentionKernels#attention
     */
    default void segments(Draw draw, MemorySegment out) {
        throw new UnsupportedOperationException("samples are not segmented");
    }

    /** Targets of the draw that count in the loss: those that are not ignored. */
    default long counted(Draw draw) {
        return draw.samples();
    }

    /** Where a row came from, in words for error messages, for example {@code digits.csv.gz row 17}. */
    String origin(int row);
}
