package io.penstock.common.plan;

import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import java.util.List;

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

    /** Layers that follow each other as one. */
    public LayerProfile then(LayerProfile next) {
        return new LayerProfile(times.plus(next.times), sizes.then(next.sizes), weights + next.weights);
    }

    /** A run of layers as one. */
    public static LayerProfile sum(List<LayerProfile> layers) {
        return layers.stream().reduce(LayerProfile::then).orElseThrow();
    }
}
