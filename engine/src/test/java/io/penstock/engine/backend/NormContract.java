package io.penstock.engine.backend;

import io.penstock.engine.backend.NormKernels.Norm;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Norms of rows against float64. */
interface NormContract extends ContractCase {

    /** Large enough that a kernel which adds it in the wrong place is seen. */
    float EPSILON = 0.25f;

    /** A case that starts with in, weight and bias. */
    private KernelCase norm(int rows, int columns) {
        return given().random(rows, columns).random(columns).random(columns);
    }

    /** What receives the statistics; those of rows without columns are undefined. */
    private static KernelCase statistics(KernelCase given, int rows, int columns) {
        return columns == 0 ? given.usedUp(rows, 2) : given.filled(NAN, rows, 2);
    }

    private static @Nullable Tensor bias(Norm norm, Tensor bias) {
        return norm == Norm.LAYER ? bias : null;
    }

    @EachMatrixSize
    default void normalizeWhenOutIsInOrNotAgrees(int rows, int columns) {
        for (Norm norm : Norm.values()) {
            for (int out : new int[] {0, 4}) {
                statistics(norm(rows, columns), rows, columns)
                        .filled(NAN, rows, columns)
                        .agrees((b, t) -> b.normalize(norm, t[0], t[1], bias(norm, t[2]), EPSILON, t[out], t[3]));
            }
        }
    }

    @EachMatrixSize
    default void addNormalizeWhenSumIsAnyOperandAgrees(int rows, int columns) {
        for (Norm norm : Norm.values()) {
            for (int sum : new int[] {0, 4, 5}) {
                statistics(norm(rows, columns), rows, columns)
                        .random(rows, columns)
                        .filled(NAN, rows, columns)
                        .filled(NAN, rows, columns)
                        .agrees((b, t) ->
                                b.addNormalize(norm, t[0], t[4], t[1], bias(norm, t[2]), EPSILON, t[sum], t[6], t[3]));
            }
        }
    }

    /** Differences to the mean lose what the mean is larger by; sums of squares would lose its square. */
    @ParameterizedTest
    @EnumSource
    default void normalizeWhenMeanIsLargeKeepsTheVariance(Norm norm) {
        double[] values = new double[3 * 100];
        Arrays.setAll(values, i -> 500 + (i * 37 % 64) / 16.0);
        given().with(Shape.of(3, 100), values)
                .random(100)
                .random(100)
                .filled(NAN, 3, 2)
                .filled(NAN, 3, 100)
                .roundings(8)
                .agrees((b, t) -> b.normalize(norm, t[0], t[1], bias(norm, t[2]), 1e-5f, t[4], t[3]));
    }

    @ParameterizedTest
    @EnumSource
    default void normalizeWhenRowsAreConstantOrZeroUsesEpsilon(Norm norm) {
        given().with(Shape.of(2, 4), 0, 0, 0, 0, 3, 3, 3, 3)
                .random(4)
                .random(4)
                .filled(NAN, 2, 2)
                .filled(NAN, 2, 4)
                .agrees((b, t) -> b.normalize(norm, t[0], t[1], bias(norm, t[2]), 1e-6f, t[4], t[3]));
    }

    @EachMatrixSize
    default void normalizeBackwardWhenGradientIsAnyOperandAgrees(int rows, int columns) {
        for (Norm norm : Norm.values()) {
            for (int gradIn : new int[] {4, 5, 6}) {
                statistics(norm(rows, columns), rows, columns)
                        .random(rows, columns)
                        .random(rows, columns)
                        .filled(NAN, rows, columns)
                        .agrees((b, t) -> {
                            b.normalize(norm, t[0], t[1], bias(norm, t[2]), EPSILON, t[6], t[3]);
                            b.normalizeBackward(norm, t[0], t[1], t[3], t[4], t[5], t[gradIn]);
                        });
            }
        }
    }

    @EachMatrixSize
    default void normalizeBackwardWhenNothingGoesPastAgrees(int rows, int columns) {
        for (Norm norm : Norm.values()) {
            for (int gradIn : new int[] {4, 5}) {
                statistics(norm(rows, columns), rows, columns)
                        .random(rows, columns)
                        .filled(NAN, rows, columns)
                        .magnitude(1)
                        .agrees((b, t) -> {
                            b.normalize(norm, t[0], t[1], bias(norm, t[2]), EPSILON, t[5], t[3]);
                            b.normalizeBackward(norm, t[0], t[1], t[3], t[4], null, t[gradIn]);
                        });
            }
        }
    }

    /** Sums of random terms are about the root of their number. */
    @EachMatrixSize
    default void normalizeWeightOverwritesOrAdds(int rows, int columns) {
        for (Norm norm : Norm.values()) {
            for (int beta = 0; beta < 2; beta++) {
                float kept = beta;
                KernelCase given = statistics(norm(rows, columns), rows, columns)
                        .filled(NAN, rows, columns)
                        .random(rows, columns);
                given = beta == 0 ? given.filled(NAN, columns) : given.random(columns);
                given = beta == 0 && norm == Norm.LAYER ? given.filled(NAN, columns) : given.random(columns);
                given.magnitude(Math.sqrt(rows)).agrees((b, t) -> {
                    b.normalize(norm, t[0], t[1], bias(norm, t[2]), EPSILON, t[4], t[3]);
                    b.normalizeWeight(norm, t[0], t[3], t[5], kept, t[6], bias(norm, t[7]));
                });
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    default void normWhenNanOrInfinityPassesThemWithinTheRow(Norm norm) {
        double[] values = new double[5 * 20];
        Arrays.setAll(values, i -> i % 7 - 2);
        values[20] = NAN;
        values[59] = INFINITY;
        values[70] = -INFINITY;
        given().with(Shape.of(5, 20), values)
                .random(20)
                .random(20)
                .usedUp(5, 2)
                .random(5, 20)
                .filled(0, 5, 20)
                .filled(0, 5, 20)
                .filled(0, 20)
                .filled(0, 20)
                .agrees((b, t) -> {
                    b.normalize(norm, t[0], t[1], bias(norm, t[2]), EPSILON, t[5], t[3]);
                    b.normalizeBackward(norm, t[0], t[1], t[3], t[4], null, t[6]);
                    b.normalizeWeight(norm, t[0], t[3], t[4], 0, t[7], bias(norm, t[8]));
                });
    }

    @Test
    default void normalizeBackwardWhenGradientIsNanPassesItWithinTheRow() {
        given().random(3, 9)
                .random(9)
                .random(9)
                .filled(0, 3, 2)
                .with(Shape.of(3, 9), 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, NAN, 1, 2, 3, 4, 5, 6, 7, 8, 9)
                .filled(0, 3, 9)
                .agrees((b, t) -> {
                    b.normalize(Norm.LAYER, t[0], t[1], t[2], EPSILON, t[5], t[3]);
                    b.normalizeBackward(Norm.LAYER, t[0], t[1], t[3], t[4], null, t[5]);
                });
    }
}
