package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Elementary functions of float32 vectors. Ranges are reduced as in Muller, Elementary Functions (2016), section 11.2; the
 * polynomials are minimax fits in Horner form. NaN passes through each.
 */
final class VectorMath {

    private static final float LOG2_E = (float) (1 / Math.log(2));

    /** ln 2 in two parts (Cody and Waite): the first has so few bits that its product with a small integer is exact. */
    private static final float LN_2 = 355f / 512;

    private static final float LN_2_REST = -2.1219444e-4f;

    /** 1.5 · 2^23: adding it rounds to an integer, which then stands in the low bits. */
    private static final float ROUNDER = 12582912f;

    private static final int ROUNDER_BITS = 0x4B400000;

    private static final int BIAS = 127;
    private static final int FRACTION_BITS = 23;
    private static final float EXP_LOWEST = -104;
    private static final float EXP_LARGEST = 89;
    private static final float TANH_LARGEST = 20;

    /** 0.3 ÷ √2. */
    private static final float TAIL_P = (float) (0.3 * Math.sqrt(0.5));

    private VectorMath() {}

    /** e^x with an error below 1 ulp; 0 below −104, infinity above 88.73. */
    static FloatVector exp(FloatVector x) {
        FloatVector inside = x.blend(EXP_LOWEST, x.compare(VectorOperators.LT, EXP_LOWEST));
        inside = inside.blend(EXP_LARGEST, x.compare(VectorOperators.GT, EXP_LARGEST));
        FloatVector rounded = inside.fma(Lanes.all(LOG2_E), Lanes.all(ROUNDER));
        FloatVector r = reduced(inside, rounded.sub(ROUNDER));
        return scaled(expMinusOne(r).add(1), rounded);
    }

    /** e^(x − largest) for x up to largest, where the difference counts with the bits that a float32 has no room for. */
    static FloatVector expBelow(FloatVector x, FloatVector largest) {
        FloatVector difference = x.sub(largest);
        FloatVector rest = x.sub(difference.add(largest));
        VectorMask<Float> vanishing = difference.compare(VectorOperators.LT, EXP_LOWEST);
        FloatVector inside = difference.blend(EXP_LOWEST, vanishing);
        FloatVector rounded = inside.fma(Lanes.all(LOG2_E), Lanes.all(ROUNDER));
        FloatVector r = reduced(inside, rounded.sub(ROUNDER)).add(rest.blend(0, vanishing));
        return scaled(expMinusOne(r).add(1), rounded);
    }

    /** tanh x = (e^2x − 1) ÷ (e^2x + 1), without cancellation at small x. */
    static FloatVector tanh(FloatVector x) {
        FloatVector y = x.add(x);
        FloatVector inside = y.blend(-TANH_LARGEST, y.compare(VectorOperators.LT, -TANH_LARGEST));
        inside = inside.blend(TANH_LARGEST, y.compare(VectorOperators.GT, TANH_LARGEST));
        FloatVector rounded = inside.fma(Lanes.all(LOG2_E), Lanes.all(ROUNDER));
        FloatVector r = reduced(inside, rounded.sub(ROUNDER));
        FloatVector power = powerOfTwo(rounded.reinterpretAsInts().sub(ROUNDER_BITS));
        FloatVector minusOne = expMinusOne(r).fma(power, power.sub(1));
        return minusOne.div(minusOne.add(2));
    }

    /** 1 ÷ (1 + e^−x). */
    static FloatVector logistic(FloatVector x) {
        return Lanes.all(1).div(exp(x.neg()).add(1));
    }

    /**
     * The normal distribution's upper tail 1 − Φ(x) for x ≥ 0, given e^(−x² ÷ 2), in the form of Abramowitz and Stegun 7.1.26:
     * the exponential times a polynomial in 1 ÷ (1 + p·x), here of degree 9, relative error 3e-8 before rounding.
     */
    static FloatVector upperTail(FloatVector x, FloatVector exponential) {
        FloatVector t = Lanes.all(1).div(x.fma(Lanes.all(TAIL_P), Lanes.all(1)));
        return Lanes.all(-0.06326002f)
                .fma(t, Lanes.all(0.23442069f))
                .fma(t, Lanes.all(-0.23590656f))
                .fma(t, Lanes.all(0.24597548f))
                .fma(t, Lanes.all(-0.023239126f))
                .fma(t, Lanes.all(0.093959145f))
                .fma(t, Lanes.all(0.07907734f))
                .fma(t, Lanes.all(0.08424388f))
                .fma(t, Lanes.all(0.08473709f))
                .fma(t, Lanes.all(-7.926341e-06f))
                .mul(exponential);
    }

    /** Times 2^n, in two steps because n may be below the smallest exponent; n stands in the low bits of rounded. */
    private static FloatVector scaled(FloatVector value, FloatVector rounded) {
        IntVector n = rounded.reinterpretAsInts().sub(ROUNDER_BITS);
        IntVector half = n.lanewise(VectorOperators.ASHR, 1);
        return value.mul(powerOfTwo(half)).mul(powerOfTwo(n.sub(half)));
    }

    private static FloatVector reduced(FloatVector x, FloatVector n) {
        return n.fma(Lanes.all(-LN_2_REST), n.fma(Lanes.all(-LN_2), x));
    }

    /** e^r − 1 for |r| ≤ ln 2 ÷ 2, relative error 4e-9 before rounding. */
    private static FloatVector expMinusOne(FloatVector r) {
        FloatVector p = Lanes.all(0.0013894851f)
                .fma(r, Lanes.all(0.008368575f))
                .fma(r, Lanes.all(0.0416669f))
                .fma(r, Lanes.all(0.16666523f))
                .fma(r, Lanes.all(0.5f));
        return p.mul(r).fma(r, r);
    }

    private static FloatVector powerOfTwo(IntVector exponent) {
        return exponent.add(BIAS).lanewise(VectorOperators.LSHL, FRACTION_BITS).reinterpretAsFloats();
    }
}
