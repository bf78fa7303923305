package io.penstock.backend.nd4j;

import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.DynamicCustomOp;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The steps that kernels are composed of, each by the way that ND4J does fastest: BLAS for sums (1 µs, where an operation with a
 * scalar costs 10), named operations for columns and strided views (where its broadcasts along columns take ten times as
 * long). Results are given; none is allocated.
 */
final class Arithmetic {

    private Arithmetic() {}

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
    static void multiply(INDArray a, INDArray b, INDArray out) {
        execute("multiply", out, a, b);
    }

    /** out = factor · op(a) · op(b) + beta · out for the last two dimensions of strided arrays. */
    static void matmul(
            INDArray a, boolean transposeA, INDArray b, boolean transposeB, double factor, double beta, INDArray out) {
        Nd4j.getExecutioner()
                .exec(DynamicCustomOp.builder("matmul")
                        .addInputs(a, b)
                        .addOutputs(out)
                        .addIntegerArguments(transposeA ? 1 : 0, transposeB ? 1 : 0, 0)
                        .addFloatingPointArguments(factor, beta)
                        .build());
    }

    /** Cuts a matrix into column blocks of equal width. */
    static void split(INDArray in, INDArray... blocks) {
        Nd4j.getExecutioner()
                .exec(DynamicCustomOp.builder("split")
                        .addInputs(in)
                        .addOutputs(blocks)
                        .addIntegerArguments(blocks.length, 1)
                        .build());
    }

    /** Puts column blocks side by side. */
    static void join(INDArray out, INDArray... blocks) {
        Nd4j.getExecutioner()
                .exec(DynamicCustomOp.builder("concat")
                        .addInputs(blocks)
                        .addOutputs(out)
                        .addIntegerArguments(1)
                        .build());
    }

    /** The same buffer seen otherwise. Costs microseconds. */
    static INDArray view(INDArray buffer, long offset, long[] shape, long... strides) {
        return Nd4j.create(buffer.data(), shape, strides, offset, 'c');
    }

    private static void execute(String name, INDArray out, INDArray... in) {
        Nd4j.getExecutioner()
                .exec(DynamicCustomOp.builder(name)
                        .addInputs(in)
                        .addOutputs(out)
                        .build());
    }
}
