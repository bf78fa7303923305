package io.penstock.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import jdk.incubator.vector.FloatVector;
import org.junit.jupiter.api.Test;

/** Against the Java library's float64 functions, on every 4,099th float32. */
class VectorMathTest {

    private static final int STRIDE = 4099;
    private static final double HALF_ULP = 0x1p-24;

    /** The largest relative error over all arguments between two, in halves of a unit in the last place. */
    private static double worst(
            UnaryOperator<FloatVector> function, DoubleUnaryOperator exact, double lowest, double largest) {
        double worst = 0;
        for (long bits = Integer.MIN_VALUE; bits <= Integer.MAX_VALUE; bits += STRIDE) {
            float x = Float.intBitsToFloat((int) bits);
            if (x >= lowest && x <= largest) {
                float actual = function.apply(Lanes.all(x)).lane(0);
                double expected = exact.applyAsDouble(x);
                worst = Math.max(worst, Math.abs(actual - expected) / Math.abs(expected));
            }
        }
        return worst / HALF_ULP;
    }

    private static float at(UnaryOperator<FloatVector> function, float x) {
        return function.apply(Lanes.all(x)).lane(0);
    }

    @Test
    void expStaysWithinOneUnitInTheLastPlace() {
        assertThat(worst(VectorMath::exp, Math::exp, -87.3, 88.3)).isLessThan(2);
        assertThat(at(VectorMath::exp, 0)).isOne();
        assertThat(at(VectorMath::exp, -87.4f)).isZero();
        assertThat(at(VectorMath::exp, Float.NEGATIVE_INFINITY)).isZero();
        assertThat(at(VectorMath::exp, 88.4f)).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(at(VectorMath::exp, Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(at(VectorMath::exp, Float.NaN)).isNaN();
    }

    @Test
    void expBelowCountsWhatTheDifferenceLoses() {
        float largest = 3.3333333f;
        assertThat(worst(
                        x -> VectorMath.expBelow(x, Lanes.all(largest)),
                        x -> Math.exp(x - (double) largest),
                        -83,
                        largest))
                .isLessThan(2);
        assertThat(VectorMath.expBelow(Lanes.all(-3e38f), Lanes.all(3e38f)).lane(0))
                .isZero();
        assertThat(VectorMath.expBelow(Lanes.all(Float.NaN), Lanes.all(1)).lane(0))
                .isNaN();
    }

    @Test
    void tanhStaysWithinSomeUnitsInTheLastPlace() {
        assertThat(worst(VectorMath::tanh, Math::tanh, -100, -1e-30)).isLessThan(5);
        assertThat(worst(VectorMath::tanh, Math::tanh, 1e-30, 100)).isLessThan(5);
        assertThat(at(VectorMath::tanh, Float.NEGATIVE_INFINITY)).isEqualTo(-1);
        assertThat(at(VectorMath::tanh, Float.POSITIVE_INFINITY)).isEqualTo(1);
        assertThat(at(VectorMath::tanh, Float.NaN)).isNaN();
    }
}
