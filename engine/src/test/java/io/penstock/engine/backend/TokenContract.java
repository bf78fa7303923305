package io.penstock.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.engine.backend.TokenKernels.Patches;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables and patches against float64. */
interface TokenContract extends ContractCase {

    @EachMatrixSize
    default void gatherOverwritesOrAdds(int rows, int columns) {
        int table = 11;
        given().random(table, columns)
                .labels(rows, table)
                .filled(NAN, rows, columns)
                .agrees((b, t) -> b.gather(t[0], t[1], 0, t[2]));
        given().random(table, columns)
                .labels(rows, table)
                .random(rows, columns)
                .agrees((b, t) -> b.gather(t[0], t[1], 1, t[2]));
    }

    @Test
    default void gatherWhenIdsAreAMatrixFillsTheRowsInOrder() {
        given().random(7, 5)
                .integers(Shape.of(2, 3), 6, 0, 3, 3, 1, 6)
                .filled(NAN, 2, 3, 5)
                .agrees((b, t) -> b.gather(t[0], t[1], 0, t[2]));
    }

    /** A row's sum of random terms is about the root of their number. */
    @EachMatrixSize
    default void scatterAddWhenIdsRepeatAddsAll(int rows, int columns) {
        int table = 11;
        given().random(rows, columns)
                .labels(rows, table)
                .random(table, columns)
                .magnitude(Math.sqrt(rows))
                .agrees((b, t) -> b.scatterAdd(t[0], t[1], t[2]));
    }

    /** In float32, 1e8 + 3 − 1e8 is 0, and in any other order 3 or 8. */
    @Test
    default void scatterAddWhenOrderMattersAddsFromTheFirst() {
        try (Tensor rows = HostValues.tensor(backend(), DType.F32, Shape.of(3, 1), 1e8, 3, -1e8);
                Tensor ids = HostValues.tensor(backend(), DType.I32, Shape.of(3), 1, 1, 1);
                Tensor table = HostValues.tensor(backend(), DType.F32, Shape.of(2, 1), 5, 0)) {
            backend().scatterAdd(rows, ids, table);
            assertThat(HostValues.read(backend(), table)).containsExactly(5, 0);
        }
    }

    @Test
    default void gatherAndScatterAddWhenNanOrInfinityPassThem() {
        given().with(Shape.of(2, 2), NAN, 1, 2, INFINITY)
                .integers(Shape.of(3), 1, 0, 1)
                .filled(1, 3, 2)
                .filled(0, 2, 2)
                .agrees((b, t) -> {
                    b.gather(t[0], t[1], 1, t[2]);
                    b.scatterAdd(t[2], t[1], t[3]);
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4, Integer.MIN_VALUE, Integer.MAX_VALUE})
    default void gatherAndScatterAddWhenIdIsNoRowAreRefused(int id) {
        try (Tensor table = HostValues.tensor(backend(), DType.F32, Shape.of(4, 1), 1, 2, 3, 4);
                Tensor ids = HostValues.tensor(backend(), DType.I32, Shape.of(2), 0, id);
                Tensor rows = HostValues.tensor(backend(), DType.F32, Shape.of(2, 1), 1, 2)) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> backend().gather(table, ids, 0, rows));
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> backend().scatterAdd(rows, ids, table));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 3, 5", "2, 0, 5", "2, 3, 0", "1, 1, 1", "3, 7, 13", "2, 33, 65"})
    default void positionsAreAddedAndSummed(int samples, int length, int columns) {
        for (int longer = 0; longer < 3; longer += 2) {
            int table = length + longer;
            given().random(samples, length, columns)
                    .random(table, columns)
                    .agrees((b, t) -> b.addPositions(t[0], t[1]));
            given().random(samples, length, columns)
                    .filled(NAN, table, columns)
                    .agrees((b, t) -> b.sumPositions(t[0], 0, t[1]));
            given().random(samples, length, columns)
                    .random(table, columns)
                    .agrees((b, t) -> b.sumPositions(t[0], 1, t[1]));
        }
    }

    @Test
    default void positionsWhenNanOrInfinityPassThem() {
        given().with(Shape.of(2, 1, 3), 1, NAN, 2, 3, 4, INFINITY)
                .with(Shape.of(1, 3), NAN, 1, 2)
                .filled(0, 1, 3)
                .agrees((b, t) -> {
                    b.addPositions(t[0], t[1]);
                    b.sumPositions(t[0], 0, t[2]);
                });
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 4, 4, 2", "1, 1, 1, 1, 1", "2, 3, 6, 4, 2", "3, 1, 28, 28, 4", "2, 3, 9, 15, 3", "1, 2, 8, 8, 8"
    })
    default void patchesAreCutAndJoined(int samples, int channels, int height, int width, int side) {
        Patches patches = new Patches(channels, height, width, side);
        int pixels = channels * height * width;
        given().random(samples, pixels)
                .filled(NAN, samples, patches.count(), patches.size())
                .filled(NAN, samples, pixels)
                .agrees((b, t) -> {
                    b.cut(patches, t[0], t[1]);
                    b.join(patches, t[1], t[2]);
                });
    }
}
