package io.penstock.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Element-wise kernels against float64. */
interface ElementContract extends ContractCase {

    @EachMatrixSize
    default void fillSetsEveryElement(int rows, int columns) {
        given().filled(NAN, rows, columns).agrees((b, t) -> {
            b.fill(t[0], 0.25f);
        });
    }

    @EachMatrixSize
    default void copyCopies(int rows, int columns) {
        given().random(rows, columns).filled(NAN, rows, columns).agrees((b, t) -> {
            b.copy(t[0], t[1]);
        });
    }

    @EachMatrixSize
    default void addRowAddsToEveryRow(int rows, int columns) {
        given().random(rows, columns).random(columns).agrees((b, t) -> {
            b.addRow(t[0], t[1]);
        });
    }

    @EachMatrixSize
    default void sumRowsAddsToTheOldContent(int rows, int columns) {
        given().random(rows, columns).random(columns).magnitude(Math.sqrt(rows)).agrees((b, t) -> {
            b.sumRows(t[0], 1, t[1]);
        });
    }

    @EachMatrixSize
    default void activateComputesEveryFunction(int rows, int columns) {
        for (Activation function : Activation.values()) {
            given().random(rows, columns).filled(NAN, rows, columns).agrees((b, t) -> {
                b.activate(function, t[0], t[1]);
            });
            given().random(rows, columns).agrees((b, t) -> {
                b.activate(function, t[0], t[0]);
            });
        }
    }

    @EachMatrixSize
    default void activateBackwardMultipliesByTheDerivative(int rows, int columns) {
        for (Activation function : Activation.values()) {
            given().random(rows, columns)
                    .random(rows, columns)
                    .filled(NAN, rows, columns)
                    .agrees((b, t) -> {
                        b.activateBackward(function, t[0], t[1], t[2]);
                    });
            given().random(rows, columns).random(rows, columns).agrees((b, t) -> {
                b.activateBackward(function, t[0], t[1], t[1]);
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    default void activateWhenArgumentIsFarOutSaturates(Activation function) {
        given().with(Shape.of(1, 7), -1e4, -20, -6, 0, 6, 20, 1e4)
                .filled(1, 1, 7)
                .agrees((b, t) -> {
                    b.activateBackward(function, t[0], t[1], t[1]);
                    b.activate(function, t[0], t[0]);
                });
    }

    @ParameterizedTest
    @EnumSource
    default void activateWhenNanOrInfinityPassesThem(Activation function) {
        given().with(Shape.of(3), NAN, INFINITY, 1).agrees((b, t) -> {
            b.activate(function, t[0], t[0]);
        });
        given().with(Shape.of(2), 1, 1).with(Shape.of(2), NAN, INFINITY).agrees((b, t) -> {
            b.activateBackward(function, t[0], t[1], t[1]);
        });
    }

    @EachMatrixSize
    default void multiplyWhenOutIsAnyOperandAgrees(int rows, int columns) {
        for (int out = 0; out < 3; out++) {
            int target = out;
            given().random(rows, columns)
                    .random(rows, columns)
                    .random(rows, columns)
                    .agrees((b, t) -> {
                        b.multiply(t[0], t[1], t[target]);
                    });
        }
    }

    @EachMatrixSize
    default void scaleMultipliesByTheFactor(int rows, int columns) {
        given().random(rows, columns).agrees((b, t) -> {
            b.scale(t[0], -0.3f);
        });
    }

    @EachMatrixSize
    default void sumRowsWhenBetaIsZeroOverwrites(int rows, int columns) {
        given().random(rows, columns)
                .filled(NAN, columns)
                .magnitude(Math.sqrt(rows))
                .agrees((b, t) -> b.sumRows(t[0], 0, t[1]));
    }

    @EachMatrixSize
    default void addWhenOutIsAnyOperandAgrees(int rows, int columns) {
        for (int out = 0; out < 3; out++) {
            int target = out;
            given().random(rows, columns)
                    .random(rows, columns)
                    .random(rows, columns)
                    .agrees((b, t) -> b.add(t[0], t[1], t[target]));
        }
    }

    @EachMatrixSize
    default void addRowActivateKeepsTheSumAndItsFunction(int rows, int columns) {
        for (Activation function : Activation.values()) {
            given().random(rows, columns)
                    .random(columns)
                    .filled(NAN, rows, columns)
                    .agrees((b, t) -> b.addRowActivate(function, t[0], t[1], t[2]));
        }
    }

    @ParameterizedTest
    @EnumSource
    default void addRowActivateWhenNanOrInfinityPassesThem(Activation function) {
        given().with(Shape.of(2, 3), 1, 2, 3, NAN, INFINITY, 4)
                .with(Shape.of(3), 1, 1, NAN)
                .filled(0, 2, 3)
                .agrees((b, t) -> b.addRowActivate(function, t[0], t[1], t[2]));
    }

    @EachMatrixSize
    default void swiGluGatesTheSecondHalf(int rows, int columns) {
        given().random(rows, 2 * columns).filled(NAN, rows, columns).agrees((b, t) -> b.swiGlu(t[0], t[1]));
    }

    @EachMatrixSize
    default void swiGluBackwardWhenGradientIsInputOrNotAgrees(int rows, int columns) {
        for (int gradIn : new int[] {0, 2}) {
            given().random(rows, 2 * columns)
                    .random(rows, columns)
                    .filled(NAN, rows, 2 * columns)
                    .agrees((b, t) -> b.swiGluBackward(t[0], t[1], t[gradIn]));
        }
    }

    @Test
    default void swiGluWhenGateIsFarOutOrNanPassesIt() {
        given().with(Shape.of(2, 6), -1e4, -90, 90, 1, 2, 3, NAN, 1, 1e4, 1, INFINITY, NAN)
                .filled(1, 2, 3)
                .filled(0, 2, 3)
                .filled(0, 2, 6)
                .agrees((b, t) -> {
                    b.swiGlu(t[0], t[2]);
                    b.swiGluBackward(t[0], t[1], t[3]);
                });
    }

    @EachMatrixSize
    default void convertWhenThereAndBackRoundsOnce(int rows, int columns) {
        for (DType dtype : new DType[] {DType.BF16, DType.F16}) {
            given().random(rows, columns).filled(NAN, rows, columns).agrees((b, t) -> {
                try (Tensor half = b.allocate(dtype, t[0].shape())) {
                    b.convert(t[0], half);
                    b.convert(half, t[1]);
                }
            });
        }
        given().random(rows, columns).filled(NAN, rows, columns).agrees((b, t) -> b.convert(t[0], t[1]));
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16"})
    default void convertWhenNarrowedRoundsToNearestEven(DType dtype) {
        int[] bits = HalfFloats.samples();
        short[] halves = HalfFloats.narrowed(backend(), dtype, bits);
        for (int i = 0; i < bits.length; i++) {
            float value = Float.intBitsToFloat(bits[i]);
            if (Float.isNaN(value)) {
                assertThat(HalfFloats.toDouble(dtype, halves[i]))
                        .as("%08x", bits[i])
                        .isNaN();
            } else {
                assertThat(halves[i])
                        .as("%s (%08x) to %s", value, bits[i], dtype)
                        .isEqualTo(HalfFloats.toShort(dtype, value));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16"})
    default void convertWhenWidenedIsExactForAllNumbers(DType dtype) {
        float[] values = HalfFloats.widened(backend(), dtype);
        for (int half = 0; half < values.length; half++) {
            assertThat((double) values[half])
                    .as("%04x of %s", half, dtype)
                    .isEqualTo(Double.valueOf(HalfFloats.toDouble(dtype, (short) half)));
        }
    }
}
