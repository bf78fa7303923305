package io.penstock.backend.cpu;

import io.penstock.engine.backend.NormKernels.Norm;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * What the gradient of one normalised row is made of.
 *
 * @param mean of the row
 * @param scale what the row was multiplied by
 * @param shift mean of the gradient ⊙ weight; 0 for RMS
 * @param slope mean of the gradient ⊙ weight ⊙ normalised row
 */
record NormGradient(float mean, float scale, float shift, float slope) {

    static NormGradient of(Norm norm, float mean, float scale, long in, long weight, long gradOut, long width) {
        FloatVector shifts = Lanes.all(0);
        FloatVector slopes = Lanes.all(0);
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            FloatVector gradient = Lanes.load(gradOut + i).mul(Lanes.load(weight + i));
            shifts = shifts.add(gradient);
            slopes = Lanes.load(in + i).sub(mean).fma(gradient, slopes);
        }
        if (whole < width) {
            VectorMask<Float> mask = Rows.mask(width - whole);
            FloatVector gradient = Lanes.load(gradOut + whole, mask).mul(Lanes.load(weight + whole, mask));
            shifts = shifts.add(gradient);
            slopes = Lanes.load(in + whole, mask).sub(mean).fma(gradient, slopes);
        }
        float columns = width / (float) Float.BYTES;
        return new NormGradient(
                mean, scale, norm == Norm.LAYER ? Lanes.sum(shifts) / columns : 0, Lanes.sum(slopes) * scale / columns);
    }

    void apply(long in, long weight, long gradOut, long addend, long gradIn, long width) {
        long whole = width - width % Lanes.BYTES;
        if (addend == 0) {
            for (long i = 0; i < whole; i += Lanes.BYTES) {
                FloatVector gradient = Lanes.load(gradOut + i).mul(Lanes.load(weight + i));
                Lanes.store(value(Lanes.load(in + i), gradient).mul(scale), gradIn + i);
            }
        } else {
            for (long i = 0; i < whole; i += Lanes.BYTES) {
                FloatVector gradient = Lanes.load(gradOut + i).mul(Lanes.load(weight + i));
                FloatVector value = value(Lanes.load(in + i), gradient);
                Lanes.store(value.fma(Lanes.all(scale), Lanes.load(addend + i)), gradIn + i);
            }
        }
        if (whole < width) {
            VectorMask<Float> mask = Rows.mask(width - whole);
            FloatVector gradient = Lanes.load(gradOut + whole, mask).mul(Lanes.load(weight + whole, mask));
            FloatVector past = addend == 0 ? Lanes.all(0) : Lanes.load(addend + whole, mask);
            FloatVector value = value(Lanes.load(in + whole, mask), gradient);
            Lanes.store(value.fma(Lanes.all(scale), past), gradIn + whole, mask);
        }
    }

    /** gradient − shift − x · slope, where x is the normalised value. */
    private FloatVector value(FloatVector in, FloatVector gradient) {
        return in.sub(mean).mul(-scale * slope).add(gradient.sub(shift));
    }
}
