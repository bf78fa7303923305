package io.penstock.backend.nd4j;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;

/** What kernels share: buffers that live as long as a call, vectors of ones, and the steps that they are composed of. */
record Scratch(StoragePool pool, Ones ones, Arithmetic arithmetic) {

    /** [rows, columns], float32, undefined content. */
    Nd4jTensor take(int rows, int columns) {
        return new Nd4jTensor(pool, DType.F32, Shape.of(rows, columns));
    }

    /** sums [m] or [m, 1] = factor · the sums of the rows of in [m, n]. */
    void sumColumns(Nd4jTensor in, double factor, Nd4jTensor sums) {
        arithmetic.matmul(
                in.storage().matrix(),
                false,
                ones.vector(in.shape().columns()),
                false,
                factor,
                0,
                sums.storage().vector());
    }

    /** inOut [m, n] −= column [m]. */
    void subtractColumn(Nd4jTensor column, Nd4jTensor inOut) {
        Arithmetic.addOuter(
                -1,
                ones.vector(inOut.shape().columns()),
                column.storage().vector(),
                inOut.storage().transposed());
    }

    /** inOut [m, n] += row [n]. */
    void addRow(Nd4jTensor row, Nd4jTensor inOut) {
        Arithmetic.addOuter(
                1,
                row.storage().vector(),
                ones.vector(inOut.shape().rows()),
                inOut.storage().transposed());
    }

    /** inOut [m, n] += value. */
    void addNumber(double value, Storage inOut) {
        Storage.Layout layout = inOut.layout();
        Arithmetic.addOuter(value, ones.vector(layout.columns()), ones.vector(layout.rows()), inOut.transposed());
    }
}
