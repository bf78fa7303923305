package io.penstock.engine.backend;

import static io.penstock.engine.backend.ReferenceTensor.reference;

import io.penstock.engine.tensor.Tensor;

/** Products of matrices in float64. */
interface ReferenceMatrices extends MatrixKernels {

    @Override
    default void matmul(Tensor a, boolean transposeA, Tensor b, boolean transposeB, float beta, Tensor out) {
        MatmulSize size = MatmulSize.of(a, transposeA, b, transposeB, out);
        double[] left = reference(a).rowMajor(transposeA);
        double[] right = reference(b).rowMajor(!transposeB);
        for (int row = 0; row < size.m(); row++) {
            for (int column = 0; column < size.n(); column++) {
                double sum = beta == 0 ? 0 : reference(out).get(row, column);
                for (int i = 0; i < size.k(); i++) {
                    sum += left[row * size.k() + i] * right[column * size.k() + i];
                }
                reference(out).set(row, column, sum);
            }
        }
    }
}
