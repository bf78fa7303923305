package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** Rows of scores in a tile: only some of their columns, neighbours, take part. */
final class AttentionTile {

    private AttentionTile() {}

    /** How far apart rows of so many scores are, so that each begins on a vector. */
    static int stride(int count) {
        return -Math.floorDiv(-count, Lanes.COUNT) * Lanes.COUNT;
    }

    /** The largest of the values and of those so many at an address. */
    static float largest(float soFar, long at, int count) {
        FloatVector largest = Lanes.all(soFar);
        int whole = Lanes.SPECIES.loopBound(count);
        for (int i = 0; i < whole; i += Lanes.COUNT) {
            largest = largest.max(Lanes.load(at + 4L * i));
        }
        float result = largest.reduceLanes(VectorOperators.MAX);
        for (int i = whole; i < count; i++) {
            result = Math.max(result, Lanes.get(at + 4L * i));
        }
        return result;
    }

    /**
     * Turns the scores of a row from (inclusive) to (exclusive) into e^(score − offset) and those outside into 0; returns the
     * sum. The row begins on a vector and its memory is whole vectors.
     */
    static float exponentials(long row, int from, int to, int count, float offset) {
        long first = 4L * from - 4L * from % Lanes.BYTES;
        long end = 4L * to;
        for (long i = first; i < 4L * from; i += Float.BYTES) {
            Lanes.set(row + i, Float.NEGATIVE_INFINITY);
        }
        for (; end % Lanes.BYTES != 0; end += Float.BYTES) {
            Lanes.set(row + end, Float.NEGATIVE_INFINITY);
        }
        float sum = exponentials(row + first, end - first, offset);
        clearOutside(row, from, to, count);
        return sum;
    }

    private static float exponentials(long at, long bytes, float offset) {
        FloatVector shift = Lanes.all(offset);
        FloatVector sum = Lanes.all(0);
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            FloatVector exponential = VectorMath.exp(Lanes.load(at + i).sub(shift));
            Lanes.store(exponential, at + i);
            sum = sum.add(exponential);
        }
        return Lanes.sum(sum);
    }

    /** gradient = probability ⊙ (gradient − offset) · scale where a row takes part, 0 elsewhere. */
    static void scoreGradients(
            long probabilities, long gradients, int from, int to, int count, float offset, float scale) {
        long end = 4L * to;
        FloatVector shift = Lanes.all(offset);
        FloatVector factor = Lanes.all(scale);
        for (long i = 4L * from - 4L * from % Lanes.BYTES; i < end; i += Lanes.BYTES) {
            FloatVector gradient = Lanes.load(gradients + i).sub(shift).mul(factor);
            Lanes.store(gradient.mul(Lanes.load(probabilities + i)), gradients + i);
        }
        clearOutside(gradients, from, to, count);
    }

    static void scale(long at, int count, float factor) {
        int whole = Lanes.SPECIES.loopBound(count);
        for (int i = 0; i < whole; i += Lanes.COUNT) {
            Lanes.store(Lanes.load(at + 4L * i).mul(factor), at + 4L * i);
        }
        for (int i = whole; i < count; i++) {
            Lanes.set(at + 4L * i, Lanes.get(at + 4L * i) * factor);
        }
    }

    static float dot(long a, long b, int count) {
        FloatVector sum = Lanes.all(0);
        int whole = Lanes.SPECIES.loopBound(count);
        for (int i = 0; i < whole; i += Lanes.COUNT) {
            sum = Lanes.load(a + 4L * i).fma(Lanes.load(b + 4L * i), sum);
        }
        float result = Lanes.sum(sum);
        for (int i = whole; i < count; i++) {
            result = Math.fma(Lanes.get(a + 4L * i), Lanes.get(b + 4L * i), result);
        }
        return result;
    }

    /** Zeros in the columns of a row that do not take part. */
    private static void clearOutside(long row, int first, int end, int count) {
        if (first > 0) {
            RowKernel.fill(row, 4L * first);
        }
        if (end < count) {
            RowKernel.fill(row + 4L * end, 4L * (count - end));
        }
    }
}
