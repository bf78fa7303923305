package io.penstock.engine.backend;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products of matrices against float64. */
interface MatrixContract extends ContractCase {

    @ParameterizedTest
    @CsvSource({
        "0, 3, 2",
        "3, 0, 2",
        "3, 2, 0",
        "1, 1, 1",
        "1, 7, 5",
        "7, 1, 5",
        "7, 5, 1",
        "3, 4, 5",
        "33, 65, 17",
        "70, 130, 257"
    })
    default void matmulMultiplies(int m, int n, int k) {
        agreesOnMatmul(m, n, k);
    }

    @Test
    default void matmulWhenSizesAreRandomMultiplies() {
        var random = new SplittableRandom();
        agreesOnMatmul(1 + random.nextInt(100), 1 + random.nextInt(100), 1 + random.nextInt(100));
    }

    /** Every transposition, with beta 0 and 1. Sums of k random products are about √k. */
    private void agreesOnMatmul(int m, int n, int k) {
        for (int bits = 0; bits < 8; bits++) {
            boolean transposeA = (bits & 1) != 0;
            boolean transposeB = (bits & 2) != 0;
            int beta = bits / 4;
            KernelCase given = transposeA ? given().random(k, m) : given().random(m, k);
            given = transposeB ? given.random(n, k) : given.random(k, n);
            given = beta == 1 ? given.random(m, n) : given.filled(NAN, m, n);
            given.magnitude(Math.sqrt(k)).agrees((b, t) -> b.matmul(t[0], transposeA, t[1], transposeB, beta, t[2]));
        }
    }

    @Test
    default void matmulWhenHigherRankUsesRowsOfTheLastDimension() {
        given().random(2, 3, 5)
                .random(4, 5)
                .filled(NAN, 6, 4)
                .agrees((b, t) -> b.matmul(t[0], false, t[1], true, 0, t[2]));
    }

    @Test
    default void matmulWhenSizesDifferIsRefused() {
        try (Tensor a = backend().allocate(DType.F32, Shape.of(2, 3));
                Tensor out = backend().allocate(DType.F32, Shape.of(2, 2))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> backend().matmul(a, false, a, false, 0, out))
                    .withMessage("matmul of [2, 3] and [2, 3] into [2, 2]: sizes do not match");
        }
    }

    @Test
    default void matmulWhenNanOrInfinityPassesThem() {
        given().with(Shape.of(2, 2), NAN, 1, INFINITY, 1)
                .with(Shape.of(2, 1), 1, 1)
                .filled(0, 2, 1)
                .agrees((b, t) -> b.matmul(t[0], false, t[1], false, 0, t[2]));
    }
}
