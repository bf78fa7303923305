package io.penstock.engine.data;

import java.util.Arrays;

/**
 * Which training rows each step takes: every epoch goes through all of them once, in an order of its own keyed by the seed;
 * an epoch's last batch may be smaller. Equal on every rank. One plan is used by one thread.
 */
public final class BatchPlan {

    private final int samples;
    private final int batchSize;
    private final long seed;
    private long epoch = -1;
    private int[] order = {};

    /**
     * A plan over rows 0..samples−1.
     *
     * @param samples at least 1
     * @param batchSize at least 1
     */
    public BatchPlan(int samples, int batchSize, long seed) {
        if (samples < 1 || batchSize < 1) {
            throw new IllegalArgumentException("batches need at least 1 sample and a size of at least 1, got %d and %d"
                    .formatted(samples, batchSize));
        }
        this.samples = samples;
        this.batchSize = batchSize;
        this.seed = seed;
    }

    public long stepsPerEpoch() {
        return ((long) samples + batchSize - 1) / batchSize;
    }

    /** The rows of one step, counted from 0. */
    public int[] rows(long step) {
        long wanted = step / stepsPerEpoch();
        if (wanted != epoch) {
            order = Permutation.of(samples, seed, "shuffle", wanted);
            epoch = wanted;
        }
        int from = (int) (step % stepsPerEpoch() * batchSize);
        return Arrays.copyOfRange(order, from, (int) Math.min((long) from + batchSize, samples));
    }
}
