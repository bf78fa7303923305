package io.penstock.engine.data;

import java.util.Arrays;

/** Cuts a step's batch into micro-batches. */
public final class MicroBatches {

    private MicroBatches() {}

    /** Sizes of the given number of slices, as even as can be, larger ones first; with fewer samples the last are empty. */
    public static int[] slice(int samples, int slices) {
        if (samples < 0 || slices < 1) {
            throw new IllegalArgumentException(
                    "a batch of at least 0 samples is cut into at least 1 slice, got %d and %d"
                            .formatted(samples, slices));
        }
        int[] sizes = new int[slices];
        Arrays.setAll(sizes, i -> samples / slices + (i < samples % slices ? 1 : 0));
        return sizes;
    }
}
