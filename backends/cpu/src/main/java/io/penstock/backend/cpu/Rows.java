package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Sums over one row, in two chains of lanes so that additions do not wait for each other. */
final class Rows {

    private Rows() {}

    static float sum(long at, long width) {
        FloatVector even = Lanes.all(0);
        FloatVector odd = Lanes.all(0);
        long i = 0;
        for (; i + 2L * Lanes.BYTES <= width; i += 2L * Lanes.BYTES) {
            even = even.add(Lanes.load(at + i));
            odd = odd.add(Lanes.load(at + i + Lanes.BYTES));
        }
        for (; i < width; i += Lanes.BYTES) {
            even = even.add(Lanes.load(at + i, mask(width - i)));
        }
        return Lanes.sum(even.add(odd));
    }

    /** Σ (x − mean)². */
    static float squares(long at, long width, float mean) {
        FloatVector even = Lanes.all(0);
        FloatVector odd = Lanes.all(0);
        long i = 0;
        for (; i + 2L * Lanes.BYTES <= width; i += 2L * Lanes.BYTES) {
            FloatVector first = Lanes.load(at + i).sub(mean);
            FloatVector second = Lanes.load(at + i + Lanes.BYTES).sub(mean);
            even = first.fma(first, even);
            odd = second.fma(second, odd);
        }
        for (; i < width; i += Lanes.BYTES) {
            VectorMask<Float> mask = mask(width - i);
            FloatVector rest = Lanes.load(at + i, mask).sub(Lanes.all(mean), mask);
            even = rest.fma(rest, even);
        }
        return Lanes.sum(even.add(odd));
    }

    /** The lanes that are left of a row whose rest is so many bytes wide. */
    static VectorMask<Float> mask(long width) {
        return Lanes.SPECIES.indexInRange(0, width / Float.BYTES);
    }
}
