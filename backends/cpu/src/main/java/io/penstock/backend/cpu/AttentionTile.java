package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Rows of scores in a tile: only some of their columns, neighbours, take part. */
final class AttentionTile {

    private AttentionTile() {}

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

    /** Turns scores into e^(score − offset); returns their sum. */
    static float exponentials(long at, int count, float offset) {
        FloatVector sum = Lanes.all(0);
        int whole = Lanes.SPECIES.loopBound(count);
        for (int i = 0; i < whole; i += Lanes.COUNT) {
            FloatVector exponential = VectorMath.exp(Lanes.load(at + 4L * i).sub(offset));
            Lanes.store(exponential, at + 4L * i);
            sum = sum.add(exponential);
        }
        if (whole < count) {
            VectorMask<Float> mask = Lanes.tail(count);
            FloatVector exponential =
                    VectorMath.exp(Lanes.load(at + 4L * whole, mask).sub(offset));
            Lanes.store(exponential, at + 4L * whole, mask);
            sum = sum.add(exponential.blend(0, mask.not()));
        }
        return Lanes.sum(sum);
    }

    /** gradient = probability ⊙ (gradient − offset) · scale. */
    static void scoreGradients(long probabilities, long gradients, int count, float offset, float scale) {
        int whole = Lanes.SPECIES.loopBound(count);
        for (int i = 0; i < whole; i += Lanes.COUNT) {
            FloatVector gradient = Lanes.load(gradients + 4L * i).sub(offset).mul(scale);
            Lanes.store(gradient.mul(Lanes.load(probabilities + 4L * i)), gradients + 4L * i);
        }
        if (whole < count) {
            VectorMask<Float> mask = Lanes.tail(count);
            FloatVector gradient =
                    Lanes.load(gradients + 4L * whole, mask).sub(offset).mul(scale);
            Lanes.store(gradient.mul(Lanes.load(probabilities + 4L * whole, mask)), gradients + 4L * whole, mask);
        }
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
    static void clearOutside(long row, int first, int end, int count) {
        if (first > 0) {
            RowKernel.fill(row, 4L * first);
        }
        if (end < count) {
            RowKernel.fill(row + 4L * end, 4L * (count - end));
        }
    }
}
