package io.penstock.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Losses against float64. */
interface LossContract extends ContractCase {

    @EachMatrixSize
    default void crossEntropyGivesLossAndGradient(int rows, int columns) {
        int classes = Math.max(1, columns);
        for (int gradient : new int[] {0, 2}) {
            given().random(rows, classes)
                    .labels(rows, classes)
                    .filled(NAN, rows, classes)
                    .agreesOnResult((b, t) -> b.crossEntropy(t[0], t[1], 0.125f, t[gradient]));
        }
    }

    @Test
    default void crossEntropyWhenLogitsAreLargeStaysFinite() {
        given().with(Shape.of(2, 2), 1000, -1000, -3e38, 3e38)
                .labels(2, 1)
                .agreesOnResult((b, t) -> b.crossEntropy(t[0], t[1], 1, t[0]));
    }

    @Test
    default void crossEntropyWhenLogitIsNanPassesIt() {
        given().with(Shape.of(1, 2), NAN, 1).labels(1, 2).agreesOnResult((b, t) -> b.crossEntropy(t[0], t[1], 1, t[0]));
    }

    @EachMatrixSize
    default void countCorrectCountsLargest(int rows, int columns) {
        int classes = Math.max(1, columns);
        given().random(rows, classes).labels(rows, classes).agreesOnResult((b, t) -> b.countCorrect(t[0], t[1]));
    }

    @Test
    default void countCorrectWhenEqualTakesTheFirst() {
        given().with(Shape.of(2, 3), 1, 5, 5, 5, 1, 5).with(Shape.of(2), 0, 0).agreesOnResult((b, t) -> {
            try (Tensor labels = HostValues.tensor(b, DType.I32, Shape.of(2), 2, 0)) {
                long correct = b.countCorrect(t[0], labels);
                assertThat(correct).isOne();
                return correct;
            }
        });
    }

    @EachMatrixSize
    default void squaredErrorGivesLossAndGradient(int rows, int columns) {
        for (int gradient : new int[] {0, 2}) {
            given().random(rows, columns)
                    .random(rows, columns)
                    .filled(NAN, rows, columns)
                    .agreesOnResult((b, t) -> b.squaredError(t[0], t[1], 0.125f, t[gradient]));
        }
    }

    @Test
    default void crossEntropyWhenRowIsIgnoredCountsOthersOnly() {
        for (int gradient : new int[] {0, 2}) {
            given().random(5, 33)
                    .integers(Shape.of(5), LossKernels.IGNORED, 3, LossKernels.IGNORED, 32, 0)
                    .filled(NAN, 5, 33)
                    .agreesOnResult((b, t) -> b.crossEntropy(t[0], t[1], 0.125f, t[gradient]));
        }
        given().with(Shape.of(2, 2), NAN, INFINITY, 1, 2)
                .integers(Shape.of(2), LossKernels.IGNORED, 1)
                .agreesOnResult((b, t) -> b.crossEntropy(t[0], t[1], 1, t[0]));
    }

    @Test
    default void countCorrectWhenRowIsIgnoredCountsOthersOnly() {
        given().with(Shape.of(3, 2), 1, 0, 1, 0, 0, 1)
                .integers(Shape.of(3), LossKernels.IGNORED, 0, 0)
                .agreesOnResult((b, t) -> {
                    long correct = b.countCorrect(t[0], t[1]);
                    assertThat(correct).isOne();
                    return correct;
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, -99, Integer.MAX_VALUE})
    default void lossWhenLabelIsNoClassIsRefused(int label) {
        try (Tensor logits = HostValues.tensor(backend(), DType.F32, Shape.of(1, 3), 1, 2, 3);
                Tensor labels = HostValues.tensor(backend(), DType.I32, Shape.of(1), label)) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> backend().crossEntropy(logits, labels, 1, logits));
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> backend().countCorrect(logits, labels));
        }
    }
}
