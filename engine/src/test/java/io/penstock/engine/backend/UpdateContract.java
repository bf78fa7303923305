package io.penstock.engine.backend;

import io.penstock.engine.backend.UpdateKernels.AdamStep;
import io.penstock.engine.backend.UpdateKernels.SgdStep;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** The gradient's norm and updates of weights against float64. */
interface UpdateContract extends ContractCase {

    @EachMatrixSize
    default void sumOfSquaresAccumulatesInFloat64(int rows, int columns) {
        given().random(rows, columns).agreesOnResult((b, t) -> b.sumOfSquares(t[0]));
        given().with(Shape.of(3), 1e20, 1e-3, 2).agreesOnResult((b, t) -> b.sumOfSquares(t[0]));
    }

    @Test
    default void sumOfSquaresWhenNanOrInfinityPassesThem() {
        given().with(Shape.of(5), 1, 2, 3, 4, NAN).agreesOnResult((b, t) -> b.sumOfSquares(t[0]));
        given().with(Shape.of(5), 1, 2, 3, 4, -INFINITY).agreesOnResult((b, t) -> b.sumOfSquares(t[0]));
    }

    @EachMatrixSize
    default void sgdWhenMomentumKeepsVelocity(int rows, int columns) {
        given().random(rows, columns)
                .usedUp(rows, columns)
                .random(rows, columns)
                .agrees((b, t) -> {
                    b.sgd(t[0], t[1], t[2], new SgdStep(0.5f, 0.9f, 0.1f, 0.25f));
                });
    }

    @Test
    default void sgdWhenNoMomentumDoesNotReadVelocity() {
        given().random(3, 5).usedUp(3, 5).filled(NAN, 3, 5).agrees((b, t) -> {
            b.sgd(t[0], t[1], t[2], new SgdStep(0.5f, 0, 0, 1));
        });
        given().random(3, 5).usedUp(3, 5).agrees((b, t) -> {
            b.sgd(t[0], t[1], t[1], new SgdStep(0.5f, 0, 0.1f, 1));
        });
    }

    @EachMatrixSize
    default void adamWhenManyStepsFollowTheFirstAgrees(int rows, int columns) {
        for (boolean decoupled : new boolean[] {false, true}) {
            agreesOnAdam(rows, columns, step -> new AdamStep(step, 0.5, 0.9, 0.999, 1e-8, 0.1, decoupled, 0.25));
        }
    }

    @Test
    default void adamWhenRateIsZeroUpdatesTheStateOnly() {
        agreesOnAdam(3, 5, step -> new AdamStep(step, 0, 0.9, 0.999, 1e-8, 0.1, true, 1));
    }

    @Test
    default void adamWhenEpsilonIsLargeAddsItToTheCorrectedRoot() {
        agreesOnAdam(3, 5, step -> new AdamStep(step, 0.5, 0.9, 0.999, 1, 0, false, 1));
    }

    private void agreesOnAdam(int rows, int columns, LongFunction<AdamStep> steps) {
        given().random(rows, columns)
                .random(rows, columns)
                .filled(0, rows, columns)
                .filled(0, rows, columns)
                .agrees((b, t) -> {
                    for (long step = 1; step <= 4; step++) {
                        try (Tensor gradient = b.allocate(t[1].dtype(), t[1].shape())) {
                            b.copy(t[1], gradient);
                            b.scale(gradient, (float) step - 2.5f);
                            b.adam(t[0], gradient, t[2], t[3], steps.apply(step));
                        }
                    }
                });
    }

    @Test
    default void adamWhenStepIsLargeNeedsNoCorrection() {
        AdamStep late = new AdamStep(1_000_000, 0.5, 0.9, 0.999, 1e-8, 0, false, 1);
        given().random(3, 5).usedUp(3, 5).random(3, 5).positive(3, 5).agrees((b, t) -> {
            b.adam(t[0], t[1], t[2], t[3], late);
        });
    }
}
