package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;

/**
 * Samples in memory: rows of float32 inputs, and per row either a class label or float32 targets. Rows 0..training−1 are
 * trained on, the rest are held out.
 */
public interface DataSet {

    int inputSize();

    /** Values per target row; 1 for class labels. */
    int targetSize();

    /** True if targets are int32 class labels, false if float32 rows. */
    boolean labelled();

    int trainingSamples();

    int validationSamples();

    /**
     * Writes the inputs of rows[from..to) one after the other as little-endian float32.
     *
     * @param rows row numbers of this data set
     */
    void inputs(int[] rows, int from, int to, MemorySegment out);

    /** The same for targets: little-endian int32 labels or float32 rows. */
    void targets(int[] rows, int from, int to, MemorySegment out);

    /** Where a row came from, in words for error messages, for example {@code digits.csv.gz row 17}. */
    String origin(int row);
}
