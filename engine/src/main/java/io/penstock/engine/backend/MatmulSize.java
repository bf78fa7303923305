package io.penstock.engine.backend;

import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;

/** The sizes of a product [m, k] · [k, n] = [m, n], checked once for all backends. */
public record MatmulSize(int m, int n, int k) {

    /** @throws IllegalArgumentException if the operands of {@link Backend#matmul} don't fit together */
    public static MatmulSize of(Tensor a, boolean transposeA, Tensor b, boolean transposeB, Tensor out) {
        Shape left = a.shape();
        Shape right = b.shape();
        int m = transposeA ? left.columns() : left.rows();
        int k = transposeA ? left.rows() : left.columns();
        int inner = transposeB ? right.columns() : right.rows();
        int n = transposeB ? right.rows() : right.columns();
        Shape product = out.shape();
        if (k != inner || product.rows() != m || product.columns() != n) {
            throw new IllegalArgumentException("matmul of %s%s and %s%s into %s: sizes do not match"
                    .formatted(left, transposeA ? "ᵀ" : "", right, transposeB ? "ᵀ" : "", product));
        }
        return new MatmulSize(m, n, k);
    }
}
