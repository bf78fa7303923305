package io.penstock.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.engine.backend.UpdateKernels.AdamStep;
import io.penstock.engine.backend.UpdateKernels.SgdStep;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link Backend} promises; the test of every backend extends it. */
public abstract class BackendContract {

    private static final float NAN = Float.NaN;
    private static final float INFINITY = Float.POSITIVE_INFINITY;

    private final long seed = System.nanoTime();
    private Backend backend;

    /** Opens the backend under test with one thread. */
    protected abstract Backend open();

    @BeforeEach
    void openBackend(TestReporter reporter) {
        reporter.publishEntry(Map.of("seed", Long.toString(seed)));
        backend = open();
    }

    @AfterEach
    void closeBackend() {
        assertThat(backend.liveTensors()).isZero();
        assertThat(backend.liveBytes()).isZero();
        backend.close();
    }

    private KernelCase given() {
        return new KernelCase(seed);
    }

    static Stream<Arguments> sizes() {
        return Stream.of(new int[][] {{0, 5}, {5, 0}, {1, 1}, {1, 7}, {6, 1}, {7, 13}, {32, 128}, {33, 65}})
                .map(size -> Arguments.of(size[0], size[1]));
    }

    static Stream<Arguments> products() {
        return Stream.of(new int[][] {
                    {0, 3, 2}, {3, 0, 2}, {3, 2, 0}, {1, 1, 1}, {1, 7, 5}, {7, 1, 5}, {7, 5, 1}, {3, 4, 5}, {33, 65, 17}
                })
                .flatMap(size -> IntStream.range(0, 4)
                        .mapToObj(bits -> Arguments.of(size[0], size[1], size[2], (bits & 1) != 0, (bits & 2) != 0)));
    }

    @ParameterizedTest
    @MethodSource("products")
    void matmulWhenBetaIsZeroOverwrites(int m, int n, int k, boolean transposeA, boolean transposeB) {
        operands(m, n, k, transposeA, transposeB).filled(Double.NaN, m, n).agrees(backend, (b, t) -> {
            b.matmul(t[0], transposeA, t[1], transposeB, 0, t[2]);
            return 0;
        });
    }

    @ParameterizedTest
    @MethodSource("products")
    void matmulWhenBetaIsOneAdds(int m, int n, int k, boolean transposeA, boolean transposeB) {
        operands(m, n, k, transposeA, transposeB).random(m, n).agrees(backend, (b, t) -> {
            b.matmul(t[0], transposeA, t[1], transposeB, 1, t[2]);
            return 0;
        });
    }

    private KernelCase operands(int m, int n, int k, boolean transposeA, boolean transposeB) {
        KernelCase given = transposeA ? given().random(k, m) : given().random(m, k);
        return transposeB ? given.random(n, k) : given.random(k, n);
    }

    @Test
    void matmulWhenHigherRankUsesRowsOfTheLastDimension() {
        given().random(2, 3, 5).random(4, 5).filled(NAN, 6, 4).agrees(backend, (b, t) -> {
            b.matmul(t[0], false, t[1], true, 0, t[2]);
            return 0;
        });
    }

    @Test
    void matmulWhenSizesDifferIsRefused() {
        try (Tensor a = backend.allocate(DType.F32, Shape.of(2, 3));
                Tensor out = backend.allocate(DType.F32, Shape.of(2, 2))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> backend.matmul(a, false, a, false, 0, out))
                    .withMessage("matmul of [2, 3] and [2, 3] into [2, 2]: sizes do not match");
        }
    }

    @Test
    void matmulWhenNanOrInfinityPassesThem() {
        given().with(Shape.of(2, 2), NAN, 1, INFINITY, 1)
                .with(Shape.of(2, 1), 1, 1)
                .filled(0, 2, 1)
                .agrees(backend, (b, t) -> {
                    b.matmul(t[0], false, t[1], false, 0, t[2]);
                    return 0;
                });
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void fillSetsEveryElement(int rows, int columns) {
        given().filled(NAN, rows, columns).agrees(backend, (b, t) -> {
            b.fill(t[0], 0.25f);
            return 0;
        });
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void copyCopies(int rows, int columns) {
        given().random(rows, columns).filled(NAN, rows, columns).agrees(backend, (b, t) -> {
            b.copy(t[0], t[1]);
            return 0;
        });
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void addRowAddsToEveryRow(int rows, int columns) {
        given().random(rows, columns).random(columns).agrees(backend, (b, t) -> {
            b.addRow(t[0], t[1]);
            return 0;
        });
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void sumRowsAddsToTheOldContent(int rows, int columns) {
        given().random(rows, columns).random(columns).agrees(backend, (b, t) -> {
            b.sumRows(t[0], 1, t[1]);
            return 0;
        });
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void activateComputesEveryFunction(int rows, int columns) {
        for (Activation function : Activation.values()) {
            given().random(rows, columns).filled(NAN, rows, columns).agrees(backend, (b, t) -> {
                b.activate(function, t[0], t[1]);
                return 0;
            });
            given().random(rows, columns).agrees(backend, (b, t) -> {
                b.activate(function, t[0], t[0]);
                return 0;
            });
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void activateBackwardMultipliesByTheDerivative(int rows, int columns) {
        for (Activation function : Activation.values()) {
            given().random(rows, columns)
                    .random(rows, columns)
                    .filled(NAN, rows, columns)
                    .agrees(backend, (b, t) -> {
                        b.activateBackward(function, t[0], t[1], t[2]);
                        return 0;
                    });
            given().random(rows, columns).random(rows, columns).agrees(backend, (b, t) -> {
                b.activateBackward(function, t[0], t[1], t[1]);
                return 0;
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void activateWhenArgumentIsFarOutSaturates(Activation function) {
        given().with(Shape.of(1, 7), -1e4, -20, -6, 0, 6, 20, 1e4)
                .filled(1, 1, 7)
                .agrees(backend, (b, t) -> {
                    b.activateBackward(function, t[0], t[1], t[1]);
                    b.activate(function, t[0], t[0]);
                    return 0;
                });
    }

    @ParameterizedTest
    @EnumSource
    void activateWhenNanOrInfinityPassesThem(Activation function) {
        given().with(Shape.of(3), NAN, INFINITY, 1).agrees(backend, (b, t) -> {
            b.activate(function, t[0], t[0]);
            return 0;
        });
        given().with(Shape.of(2), 1, 1).with(Shape.of(2), NAN, INFINITY).agrees(backend, (b, t) -> {
            b.activateBackward(function, t[0], t[1], t[1]);
            return 0;
        });
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void multiplyWhenOutIsAnyOperandAgrees(int rows, int columns) {
        for (int out = 0; out < 3; out++) {
            int target = out;
            given().random(rows, columns)
                    .random(rows, columns)
                    .random(rows, columns)
                    .agrees(backend, (b, t) -> {
                        b.multiply(t[0], t[1], t[target]);
                        return 0;
                    });
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void scaleMultipliesByTheFactor(int rows, int columns) {
        given().random(rows, columns).agrees(backend, (b, t) -> {
            b.scale(t[0], -0.3f);
            return 0;
        });
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void sumOfSquaresAccumulatesInFloat64(int rows, int columns) {
        given().random(rows, columns).agrees(backend, (b, t) -> b.sumOfSquares(t[0]));
        given().with(Shape.of(3), 1e20, 1e-3, 2).agrees(backend, (b, t) -> b.sumOfSquares(t[0]));
    }

    @Test
    void sumOfSquaresWhenNanOrInfinityPassesThem() {
        given().with(Shape.of(5), 1, 2, 3, 4, NAN).agrees(backend, (b, t) -> b.sumOfSquares(t[0]));
        given().with(Shape.of(5), 1, 2, 3, 4, -INFINITY).agrees(backend, (b, t) -> b.sumOfSquares(t[0]));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void crossEntropyGivesLossAndGradient(int rows, int columns) {
        int classes = Math.max(1, columns);
        for (int gradient : new int[] {0, 2}) {
            given().random(rows, classes)
                    .labels(rows, classes)
                    .filled(NAN, rows, classes)
                    .agrees(backend, (b, t) -> b.crossEntropy(t[0], t[1], 0.125f, t[gradient]));
        }
    }

    @Test
    void crossEntropyWhenLogitsAreLargeStaysFinite() {
        given().with(Shape.of(2, 2), 1000, -1000, -3e38, 3e38)
                .labels(2, 1)
                .agrees(backend, (b, t) -> b.crossEntropy(t[0], t[1], 1, t[0]));
    }

    @Test
    void crossEntropyWhenLogitIsNanPassesIt() {
        given().with(Shape.of(1, 2), NAN, 1)
                .labels(1, 2)
                .agrees(backend, (b, t) -> b.crossEntropy(t[0], t[1], 1, t[0]));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void countCorrectCountsLargest(int rows, int columns) {
        int classes = Math.max(1, columns);
        given().random(rows, classes).labels(rows, classes).agrees(backend, (b, t) -> b.countCorrect(t[0], t[1]));
    }

    @Test
    void countCorrectWhenEqualTakesTheFirst() {
        given().with(Shape.of(2, 3), 1, 5, 5, 5, 1, 5).with(Shape.of(2), 0, 0).agrees(backend, (b, t) -> {
            try (Tensor labels = HostValues.tensor(b, DType.I32, Shape.of(2), 2, 0)) {
                long correct = b.countCorrect(t[0], labels);
                assertThat(correct).isOne();
                return correct;
            }
        });
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void squaredErrorGivesLossAndGradient(int rows, int columns) {
        for (int gradient : new int[] {0, 2}) {
            given().random(rows, columns)
                    .random(rows, columns)
                    .filled(NAN, rows, columns)
                    .agrees(backend, (b, t) -> b.squaredError(t[0], t[1], 0.125f, t[gradient]));
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void sgdWhenMomentumKeepsVelocity(int rows, int columns) {
        given().random(rows, columns)
                .usedUp(rows, columns)
                .random(rows, columns)
                .agrees(backend, (b, t) -> {
                    b.sgd(t[0], t[1], t[2], new SgdStep(0.5f, 0.9f, 0.1f, 0.25f));
                    return 0;
                });
    }

    @Test
    void sgdWhenNoMomentumDoesNotReadVelocity() {
        given().random(3, 5).usedUp(3, 5).filled(NAN, 3, 5).agrees(backend, (b, t) -> {
            b.sgd(t[0], t[1], t[2], new SgdStep(0.5f, 0, 0, 1));
            return 0;
        });
        given().random(3, 5).usedUp(3, 5).agrees(backend, (b, t) -> {
            b.sgd(t[0], t[1], t[1], new SgdStep(0.5f, 0, 0.1f, 1));
            return 0;
        });
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void adamWhenManyStepsFollowTheFirstAgrees(int rows, int columns) {
        for (boolean decoupled : new boolean[] {false, true}) {
            agreesOnAdam(rows, columns, step -> new AdamStep(step, 0.5, 0.9, 0.999, 1e-8, 0.1, decoupled, 0.25));
        }
    }

    @Test
    void adamWhenRateIsZeroUpdatesTheStateOnly() {
        agreesOnAdam(3, 5, step -> new AdamStep(step, 0, 0.9, 0.999, 1e-8, 0.1, true, 1));
    }

    @Test
    void adamWhenEpsilonIsLargeAddsItToTheCorrectedRoot() {
        agreesOnAdam(3, 5, step -> new AdamStep(step, 0.5, 0.9, 0.999, 1, 0, false, 1));
    }

    private void agreesOnAdam(int rows, int columns, LongFunction<AdamStep> steps) {
        given().random(rows, columns)
                .random(rows, columns)
                .filled(0, rows, columns)
                .filled(0, rows, columns)
                .agrees(backend, (b, t) -> {
                    for (long step = 1; step <= 4; step++) {
                        try (Tensor gradient = b.allocate(t[1].dtype(), t[1].shape())) {
                            b.copy(t[1], gradient);
                            b.scale(gradient, (float) step - 2.5f);
                            b.adam(t[0], gradient, t[2], t[3], steps.apply(step));
                        }
                    }
                    return 0;
                });
    }

    @Test
    void adamWhenStepIsLargeNeedsNoCorrection() {
        AdamStep late = new AdamStep(1_000_000, 0.5, 0.9, 0.999, 1e-8, 0, false, 1);
        given().random(3, 5).usedUp(3, 5).random(3, 5).positive(3, 5).agrees(backend, (b, t) -> {
            b.adam(t[0], t[1], t[2], t[3], late);
            return 0;
        });
    }

    @ParameterizedTest
    @EnumSource
    void hostReadWhenWrittenReturnsTheBytes(DType dtype) {
        try (Tensor tensor = HostValues.tensor(backend, dtype, Shape.of(2, 3), 1, 2, 3, 4, 5, 6)) {
            assertThat(backend.hostRead(tensor).byteSize()).isEqualTo(6L * dtype.bytes());
            assertThat(HostValues.read(backend, tensor)).containsExactly(1, 2, 3, 4, 5, 6);
        }
    }

    @Test
    void hostReadWhenKernelWroteShowsItsResult() {
        try (Tensor tensor = HostValues.tensor(backend, DType.F32, Shape.of(2), 1, 2)) {
            backend.scale(tensor, 2);
            backend.synchronize();
            assertThat(HostValues.read(backend, tensor)).containsExactly(2, 4);
        }
    }

    @Test
    void liveCountsWhenRetainedFallWithTheLastReference() {
        Tensor tensor = backend.allocate(DType.F32, Shape.of(3, 5));
        Tensor empty = backend.allocate(DType.F32, Shape.of(0, 5));
        assertThat(backend.liveTensors()).isEqualTo(2);
        assertThat(backend.liveBytes()).isEqualTo(60);
        tensor.retain().close();
        assertThat(backend.liveBytes()).isEqualTo(60);
        tensor.close();
        empty.close();
        assertThat(backend.liveTensors()).isZero();
        assertThatIllegalStateException().isThrownBy(tensor::close).withMessage("tensor [3, 5] was freed twice");
        assertThatIllegalStateException().isThrownBy(tensor::retain).withMessage("tensor [3, 5] was already freed");
    }

    @Test
    void allocateWhenManyThreadsGivesEachItsOwnStorage() throws Exception {
        try (var threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Boolean>> tasks = IntStream.range(0, 4)
                    .<Callable<Boolean>>mapToObj(i -> () -> ownsStorage(i))
                    .toList();
            for (var result : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                assertThat(result.get()).isTrue();
            }
        }
    }

    private boolean ownsStorage(int value) {
        for (int i = 0; i < 500; i++) {
            try (Tensor tensor = backend.allocate(DType.I32, Shape.of(i % 3 + 1, 4))) {
                backend.hostWrite(tensor).setAtIndex(ValueLayout.JAVA_INT, 3, value);
                backend.hostWritten(tensor);
                Thread.onSpinWait();
                if (backend.hostRead(tensor).getAtIndex(ValueLayout.JAVA_INT, 3) != value) {
                    return false;
                }
            }
        }
        return true;
    }
}
