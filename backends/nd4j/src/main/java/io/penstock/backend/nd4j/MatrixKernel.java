package io.penstock.backend.nd4j;

import static io.penstock.backend.nd4j.Nd4jTensor.empty;
import static io.penstock.backend.nd4j.Nd4jTensor.matrix;

import io.penstock.engine.backend.MatmulSize;
import io.penstock.engine.backend.MatrixKernels;
import io.penstock.engine.tensor.Tensor;

/** Products of matrices by the named operation, which hands row-major operands to BLAS without a copy. */
final class MatrixKernel implements MatrixKernels {

    private final Arithmetic arithmetic;

    MatrixKernel(Arithmetic arithmetic) {
        this.arithmetic = arithmetic;
    }

    @Override
    public void matmul(Tensor a, boolean transposeA, Tensor b, boolean transposeB, float beta, Tensor out) {
        MatmulSize size = MatmulSize.of(a, transposeA, b, transposeB, out);
        if (size.k() == 0 && beta == 0) {
            matrix(out).assign(0);
        } else if (size.k() != 0 && !empty(out)) {
            arithmetic.matmul(matrix(a), transposeA, matrix(b), transposeB, 1, beta, matrix(out));
        }
    }
}
