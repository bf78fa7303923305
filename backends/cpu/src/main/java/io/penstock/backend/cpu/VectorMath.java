package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Elementary functions of float32 vectors. Ranges are reduced as in Muller, Elementary Functions (2016), section 11.2; the
 * polynomials are minimax fits in Horner form. NaN passes through each.
 *
 * <p>The compiler inlines some 40 operations of a method and makes objects of the vectors of all others, so a loop has room
 * for one of these functions and little else, and kernels that need more run over short strips of values several times.
 * A vector that a loop carries along must not start as one of the constants here: it would stay an object.
 */
final class VectorMath {

    static final FloatVector ZERO = Lanes.all(0);
    static final FloatVector ONE = Lanes.all(1);

    private static final FloatVector LOG2_E = Lanes.all((float) (1 / Math.log(2)));

    /** ln 2 in two parts (Cody and Waite): the first has so few bits that its product with a small integer is exact. */
    private static final FloatVector MINUS_LN_2 = Lanes.all(-355f / 512);

    private static final FloatVector MINUS_LN_2_REST = Lanes.all(2.1219444e-4f);

    /** 1.5 · 2^23: adding it rounds to an integer, which then stands in the low bits. */
    private static final FloatVector ROUNDER = Lanes.all(12582912f);

    /** The rounder's bits less the exponent's bias. */
    private static final IntVector BIASED_BITS = IntVector.broadcast(IntVector.SPECIES_PREFERRED, 0x4B400000 - 127);

    private static final int FRACTION_BITS = 23;
    private static final FloatVector EXP_LOWEST = Lanes.all(-87.33f);
    private static final FloatVector EXP_LARGEST = Lanes.all(89);

    /** (e^r − 1 − r) ÷ r² for |r| ≤ ln 2 ÷ 2; the relative error of e^r is 4e-9 before rounding. */
    private static final FloatVector EXP_4 = Lanes.all(0.0013894851f);

    private static final FloatVector EXP_3 = Lanes.all(0.008368575f);
    private static final FloatVector EXP_2 = Lanes.all(0.0416669f);
    private static final FloatVector EXP_1 = Lanes.all(0.16666523f);
    private static final FloatVector EXP_0 = Lanes.all(0.5f);

    private static final FloatVector TWO = Lanes.all(2);
    private static final FloatVector TANH_LARGEST = Lanes.all(20);
    private static final FloatVector TANH_LOWEST = Lanes.all(-20);

    private static final FloatVector TAIL_P = Lanes.all((float) (0.3 * Math.sqrt(0.5)));
    private static final FloatVector TAIL_9 = Lanes.all(-0.06326002f);
    private static final FloatVector TAIL_8 = Lanes.all(0.23442069f);
    private static final FloatVector TAIL_7 = Lanes.all(-0.23590656f);
    private static final FloatVector TAIL_6 = Lanes.all(0.24597548f);
    private static final FloatVector TAIL_5 = Lanes.all(-0.023239126f);
    private static final FloatVector TAIL_4 = Lanes.all(0.093959145f);
    private static final FloatVector TAIL_3 = Lanes.all(0.07907734f);
    private static final FloatVector TAIL_2 = Lanes.all(0.08424388f);
    private static final FloatVector TAIL_1 = Lanes.all(0.08473709f);
    private static final FloatVector TAIL_0 = Lanes.all(-7.926341e-06f);

    private VectorMath() {}

    /** e^x with an error below 1 ulp; 0 below −87.33, where subnormal numbers would follow, and infinity above 88.37. */
    static FloatVector exp(FloatVector x) {
        VectorMask<Float> vanishing = x.compare(VectorOperators.LT, EXP_LOWEST);
        FloatVector inside = x.blend(EXP_LARGEST, x.compare(VectorOperators.GT, EXP_LARGEST));
        FloatVector rounded = inside.fma(LOG2_E, ROUNDER);
        FloatVector value = expMinusOne(reduced(inside, rounded)).add(ONE);
        return value.mul(powerOfTwo(rounded)).blend(ZERO, vanishing);
    }

    /**
     * e^(x − largest) for x up to largest, as {@link #exp} is; the difference counts with the bits that a float32 has no room
     * for (Knuth's two-sum).
     */
    static FloatVector expBelow(FloatVector x, FloatVector largest) {
        FloatVector difference = x.sub(largest);
        FloatVector part = difference.sub(x);
        FloatVector rest = x.sub(difference.sub(part)).sub(largest.add(part));
        VectorMask<Float> vanishing = difference.compare(VectorOperators.LT, EXP_LOWEST);
        FloatVector rounded = difference.fma(LOG2_E, ROUNDER);
        FloatVector r = reduced(difference, rounded).add(rest);
        return expMinusOne(r).add(ONE).mul(powerOfTwo(rounded)).blend(ZERO, vanishing);
    }

    /** tanh x = (e^2x − 1) ÷ (e^2x + 1), without cancellation at small x. */
    static FloatVector tanh(FloatVector x) {
        FloatVector y = x.add(x);
        FloatVector inside = y.blend(TANH_LOWEST, y.compare(VectorOperators.LT, TANH_LOWEST));
        inside = inside.blend(TANH_LARGEST, y.compare(VectorOperators.GT, TANH_LARGEST));
        FloatVector rounded = inside.fma(LOG2_E, ROUNDER);
        FloatVector power = powerOfTwo(rounded);
        FloatVector minusOne = expMinusOne(reduced(inside, rounded)).fma(power, power.sub(ONE));
        return minusOne.div(minusOne.add(TWO));
    }

    /**
     * Φ(x), the normal distribution, given e^(−x² ÷ 2). Its tails have the form of Abramowitz and Stegun 7.1.26: the exponential
     * times a polynomial in t = 1 ÷ (1 + p·|x|), here of degree 9, relative error 3e-8 before rounding.
     */
    static FloatVector normal(FloatVector x, FloatVector exponential) {
        FloatVector t = ONE.div(x.abs().fma(TAIL_P, ONE));
        FloatVector tail = TAIL_9.fma(t, TAIL_8)
                .fma(t, TAIL_7)
                .fma(t, TAIL_6)
                .fma(t, TAIL_5)
                .fma(t, TAIL_4)
                .fma(t, TAIL_3)
                .fma(t, TAIL_2)
                .fma(t, TAIL_1)
                .fma(t, TAIL_0)
                .mul(exponential);
        return tail.blend(ONE.sub(tail), x.compare(VectorOperators.GT, ZERO));
    }

    /** What is left of x after the nearest multiple of ln 2, which rounded holds, is taken off. */
    private static FloatVector reduced(FloatVector x, FloatVector rounded) {
        FloatVector n = rounded.sub(ROUNDER);
        return n.fma(MINUS_LN_2_REST, n.fma(MINUS_LN_2, x));
    }

    private static FloatVector expMinusOne(FloatVector r) {
        FloatVector p = EXP_4.fma(r, EXP_3).fma(r, EXP_2).fma(r, EXP_1).fma(r, EXP_0);
        return p.mul(r).fma(r, r);
    }

    /** 2^n, where n stands in the low bits of rounded; infinity for 128. */
    private static FloatVector powerOfTwo(FloatVector rounded) {
        return rounded.reinterpretAsInts()
                .sub(BIASED_BITS)
                .lanewise(VectorOperators.LSHL, FRACTION_BITS)
                .reinterpretAsFloats();
    }
}
