package io.penstock.common.plan;

import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;

/**
 * What one layer costs for one micro-batch.
 *
 * @param weights bytes that the layer holds all the time: values, gradients and optimizer state
 */
public record LayerProfile(StageCosts times, StageSizes sizes, double weights) {

    /** A layer that takes time only. */
    public LayerProfile(StageCosts times) {
        this(times, StageSizes.ZERO, 0);
    }
}
