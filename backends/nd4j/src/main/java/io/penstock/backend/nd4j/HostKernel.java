package io.penstock.backend.nd4j;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.penstock.engine.backend.LossKernels;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Kernels whose result is a number for the host, in float64 and in a fixed order, which ND4J's float32 reductions do not
 * give. Matrices are row-major segments.
 */
final class HostKernel {

    private static final int LANES = 4;

    /** A multiple of the lanes. */
    private static final int BLOCK = 4096;

    private HostKernel() {}

    /**
     * Four running sums, element i going to sum i mod 4, then added from first to last. Goes through the heap in blocks:
     * arrays are read fast by any compiler, segments by the last one only.
     */
    static double sumOfSquares(MemorySegment in, long size) {
        float[] block = new float[(int) Math.min(size, BLOCK)];
        double[] sums = new double[LANES];
        for (long start = 0; start < size; start += BLOCK) {
            int count = (int) Math.min(BLOCK, size - start);
            MemorySegment.copy(in, JAVA_FLOAT, start * Float.BYTES, block, 0, count);
            addSquares(block, count, sums);
        }
        return sums[0] + sums[1] + sums[2] + sums[3];
    }

    private static void addSquares(float[] block, int count, double[] sums) {
        for (int i = 0; i < count; i++) {
            double x = block[i];
            sums[i % LANES] += x * x;
        }
    }

    static double crossEntropy(
            MemorySegment logits, int rows, int classes, MemorySegment labels, float scale, MemorySegment gradient) {
        double loss = 0;
        float[] exponentials = new float[classes];
        for (int row = 0; row < rows; row++) {
            long start = (long) row * classes;
            if (ignored(labels, row)) {
                gradient.asSlice(start * Float.BYTES, (long) classes * Float.BYTES)
                        .fill((byte) 0);
                continue;
            }
            int label = label(labels, row, classes);
            double largest = largest(logits, start, classes);
            double sum = exponentials(logits, start, largest, exponentials);
            loss += Math.log(sum) + largest - logits.getAtIndex(JAVA_FLOAT, start + label);
            for (int j = 0; j < classes; j++) {
                float probability = exponentials[j] / (float) sum;
                gradient.setAtIndex(JAVA_FLOAT, start + j, (probability - (j == label ? 1 : 0)) * scale);
            }
        }
        return loss;
    }

    /** Writes e^(logit − largest) of one row, rounded to float32, and returns their sum. */
    private static double exponentials(MemorySegment logits, long start, double largest, float[] out) {
        double sum = 0;
        for (int j = 0; j < out.length; j++) {
            out[j] = (float) Math.exp(logits.getAtIndex(JAVA_FLOAT, start + j) - largest);
            sum += out[j];
        }
        return sum;
    }

    static long countCorrect(MemorySegment logits, int rows, int classes, MemorySegment labels) {
        long correct = 0;
        for (int row = 0; row < rows; row++) {
            if (ignored(labels, row)) {
                continue;
            }
            long start = (long) row * classes;
            int best = 0;
            for (int j = 1; j < classes; j++) {
                if (logits.getAtIndex(JAVA_FLOAT, start + j) > logits.getAtIndex(JAVA_FLOAT, start + best)) {
                    best = j;
                }
            }
            correct += best == label(labels, row, classes) ? 1 : 0;
        }
        return correct;
    }

    static double squaredError(
            MemorySegment output, int rows, int columns, MemorySegment target, float scale, MemorySegment gradient) {
        double loss = 0;
        int divisor = Math.max(1, columns);
        double factor = 2.0 * scale / divisor;
        for (int row = 0; row < rows; row++) {
            double sum = 0;
            for (long i = (long) row * columns; i < (row + 1L) * columns; i++) {
                double error = (double) output.getAtIndex(JAVA_FLOAT, i) - target.getAtIndex(JAVA_FLOAT, i);
                sum += error * error;
                gradient.setAtIndex(JAVA_FLOAT, i, (float) (error * factor));
            }
            loss += sum / divisor;
        }
        return loss;
    }

    private static boolean ignored(MemorySegment labels, int row) {
        return labels.getAtIndex(JAVA_INT, row) == LossKernels.IGNORED;
    }

    private static int label(MemorySegment labels, int row, int classes) {
        return Objects.checkIndex(labels.getAtIndex(JAVA_INT, row), classes);
    }

    private static double largest(MemorySegment values, long start, int count) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < count; j++) {
            largest = Math.max(largest, values.getAtIndex(JAVA_FLOAT, start + j));
        }
        return largest;
    }
}
