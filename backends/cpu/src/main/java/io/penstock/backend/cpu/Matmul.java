package io.penstock.backend.cpu;

import io.penstock.engine.backend.MatmulSize;

/** Products of matrices: OpenBLAS for each thread's part of the output. */
final class Matmul {

    private static final double FLOPS_PER_NANO = 50;

    /** What a part's first row or column is a multiple of. */
    private static final int GRAIN = 16;

    /** How much longer an operation takes where each element of the matrix is used once. */
    private static final int VECTOR_COST = 8;

    private final ThreadTeam team;

    Matmul(ThreadTeam team) {
        this.team = team;
    }

    /** The inner dimension is never split: every element's sum has the same order on any number of threads. */
    void multiply(MatmulSize size, long a, boolean transposeA, long b, boolean transposeB, float beta, long out) {
        int m = size.m();
        int n = size.n();
        int k = size.k();
        if (m == 1) {
            multiply(b, !transposeB, n, k, a, beta, out);
        } else if (n == 1) {
            multiply(a, transposeA, m, k, b, beta, out);
        } else if (m >= n) {
            int strideA = transposeA ? m : k;
            int step = transposeA ? 1 : k;
            split(
                    m,
                    2.0 * n * k,
                    (first, count) -> Blas.sgemm(
                            transposeA,
                            transposeB,
                            count,
                            n,
                            k,
                            1,
                            a + 4L * first * step,
                            strideA,
                            b,
                            transposeB ? k : n,
                            beta,
                            out + 4L * first * n,
                            n));
        } else {
            int strideB = transposeB ? k : n;
            int step = transposeB ? k : 1;
            split(
                    n,
                    2.0 * m * k,
                    (first, count) -> Blas.sgemm(
                            transposeA,
                            transposeB,
                            m,
                            count,
                            k,
                            1,
                            a,
                            transposeA ? m : k,
                            b + 4L * first * step,
                            strideB,
                            beta,
                            out + 4L * first,
                            n));
        }
    }

    /** out [rows] = op(matrix) [rows, k] · vector [k] + beta · out, which spares the matrix a copy. */
    private void multiply(long matrix, boolean transpose, int rows, int k, long vector, float beta, long out) {
        if (beta == 0) {
            RowKernel.fill(out, 4L * rows);
        }
        split(rows, 2.0 * k * VECTOR_COST, (first, count) -> {
            long at = out + 4L * first;
            if (transpose) {
                Blas.sgemv(true, k, count, matrix + 4L * first, rows, vector, at);
            } else {
                Blas.sgemv(false, count, k, matrix + 4L * first * k, k, vector, at);
            }
        });
    }

    /** A range of the output's rows or columns. */
    private interface Part {
        void multiply(int first, int count);
    }

    private void split(int size, double flops, Part part) {
        long grains = -Math.floorDiv(-size, GRAIN);
        team.run(grains, GRAIN * flops / FLOPS_PER_NANO, (from, to) -> {
            int first = (int) from * GRAIN;
            part.multiply(first, (int) Math.min(to * GRAIN, size) - first);
        });
    }
}
