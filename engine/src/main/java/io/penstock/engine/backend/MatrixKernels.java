package io.penstock.engine.backend;

import io.penstock.engine.tensor.Tensor;

/** Products of matrices. */
public interface MatrixKernels {

    /**
     * out [m, n] = op(a) · op(b) + beta · out, where op transposes if asked; beta is 0 or 1, and with 0 the old content of
     * out is not read. With an inner dimension of 0 the product is 0.
     */
    void matmul(Tensor a, boolean transposeA, Tensor b, boolean transposeB, float beta, Tensor out);
}
