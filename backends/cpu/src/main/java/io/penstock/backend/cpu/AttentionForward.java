package io.penstock.backend.cpu;

import io.penstock.engine.backend.AttentionKernels.Heads;

/**
 * Attention of one head after the other (Dao et al., 2022, algorithm 1): tiles of queries by tiles of keys, the output scaled
 * when a larger score appears. Scores of a tile are a product by OpenBLAS, as is their sum of values.
 *
 * @param scores room for a tile of scores
 */
record AttentionForward(Heads heads, int length, long projections, long out, long logSums, long scores) {

    static final int QUERIES = 64;
    static final int KEYS = 256;

    /** Bytes of scores. */
    static final long TILE = 4L * QUERIES * KEYS;

    /** @param task number of the sample times heads, plus the head */
    void run(long task, KeyRanges ranges) {
        long sample = task / heads.heads();
        int head = (int) (task % heads.heads());
        float[] largest = new float[QUERIES];
        float[] sums = new float[QUERIES];
        for (int query = 0; query < length; query += QUERIES) {
            queries(sample, head, query, Math.min(length - query, QUERIES), ranges, largest, sums);
        }
    }

    private void queries(long sample, int head, int query, int count, KeyRanges ranges, float[] largest, float[] sums) {
        int size = heads.size();
        int packed = heads.packed();
        long row = sample * length + query;
        long queries = projections + 4 * (row * packed + (long) head * size);
        int keyHead = head / (heads.heads() / heads.keyHeads());
        long keys = projections + 4 * (sample * length * packed + (long) (heads.heads() + keyHead) * size);
        long values = keys + 4L * heads.keyHeads() * size;
        long target = out + 4 * (row * heads.width() + (long) head * size);
        java.util.Arrays.fill(largest, Float.NEGATIVE_INFINITY);
        java.util.Arrays.fill(sums, 0);
        int first = ranges.first(query);
        int end = ranges.end(query, query + count);
        float scale = (float) (1 / Math.sqrt(size));
        for (int key = first; key < end; key += KEYS) {
            int width = Math.min(end - key, KEYS);
            int stride = AttentionTile.stride(width);
            long offset = 4L * key * packed;
            Blas.sgemm(
                    false, true, count, width, size, scale, queries, packed, keys + offset, packed, 0, scores, stride);
            for (int i = 0; i < count; i++) {
                int from = ranges.firstIn(query + i, key, width);
                int to = ranges.endIn(query + i, key, width);
                softmax(i, scores + 4L * i * stride, from, to, width, target, key == first, largest, sums);
            }
            float beta = key == first ? 0 : 1;
            Blas.sgemm(
                    false,
                    false,
                    count,
                    size,
                    width,
                    1,
                    scores,
                    stride,
                    values + offset,
                    packed,
                    beta,
                    target,
                    heads.width());
        }
        long logSum = logSums + 4 * ((sample * heads.heads() + head) * length + query);
        for (int i = 0; i < count; i++) {
            finish(target + 4L * i * heads.width(), sums[i]);
            Lanes.set(logSum + 4L * i, sums[i] == 0 ? 0 : (float) (largest[i] + Math.log(sums[i])));
        }
    }

    private void softmax(
            int i, long row, int from, int to, int width, long target, boolean first, float[] largest, float[] sums) {
        if (from >= to) {
            RowKernel.fill(row, 4L * width);
            return;
        }
        float old = largest[i];
        float top = AttentionTile.largest(old, row + 4L * from, to - from);
        float sum = AttentionTile.exponentials(row, from, to, width, top);
        if (!first && top != old) {
            float factor = (float) Math.exp(old - top);
            AttentionTile.scale(target + 4L * i * heads.width(), heads.size(), factor);
            sums[i] *= factor;
        }
        largest[i] = top;
        sums[i] += sum;
    }

    private void finish(long target, float sum) {
        if (sum == 0) {
            RowKernel.fill(target, 4L * heads.size());
        } else {
            AttentionTile.scale(target, heads.size(), 1 / sum);
        }
    }
}
