package io.penstock.backend.cpu;

import io.penstock.engine.backend.AttentionKernels.Heads;

/**
 * The gradient of attention of one key head with its query heads (Dao et al., 2022, algorithm 4): probabilities are computed
 * again from the logarithms of their sums. Sums over queries have a fixed order.
 *
 * @param probabilities room for a tile
 * @param gradients room for a tile
 */
record AttentionBackward(
        Heads heads,
        int length,
        long projections,
        long out,
        long logSums,
        long gradOut,
        long gradProjections,
        long probabilities,
        long gradients) {

    private static final int QUERIES = AttentionForward.QUERIES;
    private static final int KEYS = AttentionForward.KEYS;

    /** @param task number of the sample times key heads, plus the key head */
    void run(long task, KeyRanges ranges) {
        long sample = task / heads.keyHeads();
        int keyHead = (int) (task % heads.keyHeads());
        int group = heads.heads() / heads.keyHeads();
        long start = 4 * sample * length * heads.packed();
        long keys = start + 4L * (heads.heads() + keyHead) * heads.size();
        long values = keys + 4L * heads.keyHeads() * heads.size();
        for (int i = 0; i < length; i++) {
            long row = gradProjections + 4L * i * heads.packed();
            RowKernel.fill(row + keys, 4L * heads.size());
            RowKernel.fill(row + values, 4L * heads.size());
        }
        float[] offsets = new float[QUERIES];
        for (int head = keyHead * group; head < (keyHead + 1) * group; head++) {
            for (int query = 0; query < length; query += QUERIES) {
                int count = Math.min(length - query, QUERIES);
                queries(sample, head, query, count, ranges, keys, values, offsets);
            }
        }
    }

    /** @param keys offset of the keys in projections and their gradients, as values is */
    private void queries(
            long sample, int head, int query, int count, KeyRanges ranges, long keys, long values, float[] offsets) {
        int size = heads.size();
        int packed = heads.packed();
        int width = heads.width();
        long row = sample * length + query;
        long queries = 4 * (row * packed + (long) head * size);
        long outputs = 4 * (row * width + (long) head * size);
        long sums = logSums + 4 * ((sample * heads.heads() + head) * length + query);
        for (int i = 0; i < count; i++) {
            offsets[i] = AttentionTile.dot(out + outputs + 4L * i * width, gradOut + outputs + 4L * i * width, size);
        }
        float scale = (float) (1 / Math.sqrt(size));
        int first = ranges.first(query);
        int end = ranges.end(query, query + count);
        if (first == end) {
            clear(gradProjections + queries, count);
        }
        for (int key = first; key < end; key += KEYS) {
            int tile = Math.min(end - key, KEYS);
            int stride = AttentionTile.stride(tile);
            long k = keys + 4L * key * packed;
            long v = values + 4L * key * packed;
            product(count, tile, size, scale, projections + queries, packed, projections + k, probabilities);
            product(count, tile, size, 1, gradOut + outputs, width, projections + v, gradients);
            for (int i = 0; i < count; i++) {
                int from = ranges.firstIn(query + i, key, tile);
                int to = Math.max(from, ranges.endIn(query + i, key, tile));
                long p = probabilities + 4L * i * stride;
                long g = gradients + 4L * i * stride;
                AttentionTile.exponentials(p, from, to, tile, Lanes.get(sums + 4L * i));
                AttentionTile.scoreGradients(p, g, from, to, tile, offsets[i], scale);
            }
            float beta = key == first ? 0 : 1;
            Blas.sgemm(
                    true,
                    false,
                    tile,
                    size,
                    count,
                    1,
                    probabilities,
                    stride,
                    gradOut + outputs,
                    width,
                    1,
                    gradProjections + v,
                    packed);
            Blas.sgemm(
                    true,
                    false,
                    tile,
                    size,
                    count,
                    1,
                    gradients,
                    stride,
                    projections + queries,
                    packed,
                    1,
                    gradProjections + k,
                    packed);
            Blas.sgemm(
                    false,
                    false,
                    count,
                    size,
                    tile,
                    1,
                    gradients,
                    stride,
                    projections + k,
                    packed,
                    beta,
                    gradProjections + queries,
                    packed);
        }
    }

    /** A tile = scale · a · bᵀ, where b has packed rows. */
    private void product(int m, int n, int k, float scale, long a, int strideA, long b, long tile) {
        Blas.sgemm(false, true, m, n, k, scale, a, strideA, b, heads.packed(), 0, tile, AttentionTile.stride(n));
    }

    private void clear(long rows, int count) {
        for (int i = 0; i < count; i++) {
            RowKernel.fill(rows + 4L * i * heads.packed(), 4L * heads.size());
        }
    }
}
