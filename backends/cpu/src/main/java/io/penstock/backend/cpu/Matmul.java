package io.penstock.backend.cpu;

import io.penstock.engine.backend.MatmulSize;

/** Products of matrices: OpenBLAS for each thread's part of the output. */
final class Matmul {

    private static final double FLOPS_PER_NANO = 50;

    /** What a part's first row or column is a multiple of. */
    private static final int GRAIN = 16;

    private final ThreadTeam team;

    Matmul(ThreadTeam team) {
        this.team = team;
    }

    /** The inner dimension is never split: every element's sum has the same order on any number of threads. */
    void multiply(MatmulSize size, long a, boolean transposeA, long b, boolean transposeB, float beta, long out) {
        int m = size.m();
        int n = size.n();
        int k = size.k();
        int strideA = transposeA ? m : k;
        int strideB = transposeB ? k : n;
        boolean byRows = m >= n;
        int split = byRows ? m : n;
        long grains = -Math.floorDiv(-split, GRAIN);
        double nanos = 2.0 * m * n * k / FLOPS_PER_NANO;
        team.run(grains, nanos / grains, (from, to) -> {
            int first = (int) from * GRAIN;
            int count = (int) Math.min(to * GRAIN, split) - first;
            if (byRows) {
                long rows = a + 4L * first * (transposeA ? 1 : strideA);
                Blas.sgemm(
                        transposeA,
                        transposeB,
                        count,
                        n,
                        k,
                        1,
                        rows,
                        strideA,
                        b,
                        strideB,
                        beta,
                        out + 4L * first * n,
                        n);
            } else {
                long columns = b + 4L * first * (transposeB ? strideB : 1);
                Blas.sgemm(
                        transposeA,
                        transposeB,
                        m,
                        count,
                        k,
                        1,
                        a,
                        strideA,
                        columns,
                        strideB,
                        beta,
                        out + 4L * first,
                        n);
            }
        });
    }
}
