package io.penstock.backend.nd4j;

import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The steps that kernels are composed of, each by the way that ND4J does fastest: BLAS for sums (1 µs, where an operation with a
 * new scalar costs 10), named operations for products (5 µs, 10 with a new context), for columns and for strided views (where
 * ND4J's broadcasts along columns take ten times as long). Results are given; none is allocated.
 */
final class Arithmetic implements AutoCloseable {

    private final NamedOperation multiply = new NamedOperation("multiply");
    private final NamedOperation divide = new NamedOperation("divide");
    private final NamedOperation matmul = new NamedOperation("matmul");
    private final NamedOperation sum =
            new NamedOperation("reduce_sum").integers(0).flags(true);
    private final NamedOperation split = new NamedOperation("split").integers(2, 1);
    private final NamedOperation join = new NamedOperation("concat").integers(1);

    /** inOut += factor · in, both dense and of one size. */
    static void addScaled(double factor, INDArray in, INDArray inOut) {
        Nd4j.getBlasWrapper().level1().axpy(in.length(), factor, in, inOut);
    }

    /** inOut *= factor. */
    static void scale(INDArray inOut, double factor) {
        if (factor == 0) {
            // BLAS would make NaN 0
            inOut.muli(0);
        } else {
            Nd4j.getBlasWrapper().level1().scal(inOut.length(), factor, inOut);
        }
    }

    /** transposed [n, m], column-major, += factor · row [n] ⊗ column [m]. */
    static void addOuter(double factor, INDArray row, INDArray column, INDArray transposed) {
        Nd4j.getBlasWrapper().level2().ger('f', factor, row, column, transposed);
    }

    /** out = a ⊙ b, where b may be a column or a row and all may be strided. */
    void multiply(INDArray a, INDArray b, INDArray out) {
        multiply.apply(a, b, out);
    }

    /** out = a ÷ b. */
    void divide(INDArray a, INDArray b, INDArray out) {
        divide.apply(a, b, out);
    }

    /** out = factor · op(a) · op(b) + beta · out for the last two dimensions of strided arrays. */
    void matmul(
            INDArray a, boolean transposeA, INDArray b, boolean transposeB, double factor, double beta, INDArray out) {
        matmul.integers(transposeA ? 1 : 0, transposeB ? 1 : 0, 0)
                .numbers(factor, beta)
                .apply(a, b, out);
    }

    /** out [1, n] = the sums of the columns of in [m, n]. */
    void sumRows(INDArray in, INDArray out) {
        sum.apply(in, out);
    }

    /** Cuts a matrix into its left and its right half. */
    void split(INDArray in, INDArray left, INDArray right) {
        split.split(in, left, right);
    }

    /** Puts two matrices side by side. */
    void join(INDArray left, INDArray right, INDArray out) {
        join.apply(left, right, out);
    }

    /** The same buffer seen otherwise. Costs microseconds. */
    static INDArray view(INDArray buffer, long offset, long[] shape, long... strides) {
        return Nd4j.create(buffer.data(), shape, strides, offset, 'c');
    }

    @Override
    public void close() {
        List.of(multiply, divide, matmul, sum, split, join).forEach(NamedOperation::close);
    }
}
