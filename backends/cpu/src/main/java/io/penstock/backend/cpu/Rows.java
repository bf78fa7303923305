package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Sums over one row, in two chains of lanes so that additions do not wait for each other. */
final class Rows {

    private Rows() {}

    static float sum(long at, long width) {
        FloatVector even = Lanes.all(0);
        FloatVector odd = Lanes.all(0);
        long pairs = width - width % (2L * Lanes.BYTES);
        for (long i = 0; i < pairs; i += 2L * Lanes.BYTES) {
            even = even.add(Lanes.load(at + i));
            odd = odd.add(Lanes.load(at + i + Lanes.BYTES));
        }
        float rest = 0;
        for (long i = pairs; i < width; i += Float.BYTES) {
            rest += Lanes.get(at + i);
        }
        return Lanes.sum(even.add(odd)) + rest;
    }

    /** Σ (x − mean)². */
    static float squares(long at, long width, float mean) {
        FloatVector shift = Lanes.all(mean);
        FloatVector even = Lanes.all(0);
        FloatVector odd = Lanes.all(0);
        long pairs = width - width % (2L * Lanes.BYTES);
        for (long i = 0; i < pairs; i += 2L * Lanes.BYTES) {
            FloatVector first = Lanes.load(at + i).sub(shift);
            FloatVector second = Lanes.load(at + i + Lanes.BYTES).sub(shift);
            even = first.fma(first, even);
            odd = second.fma(second, odd);
        }
        float rest = 0;
        for (long i = pairs; i < width; i += Float.BYTES) {
            float difference = Lanes.get(at + i) - mean;
            rest = Math.fma(difference, difference, rest);
        }
        return Lanes.sum(even.add(odd)) + rest;
    }

    /** The lanes that are left of a row whose rest is so many bytes wide. */
    static VectorMask<Float> mask(long width) {
        return Lanes.SPECIES.indexInRange(0, width / Float.BYTES);
    }
}
