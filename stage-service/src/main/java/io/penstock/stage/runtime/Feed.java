package io.penstock.stage.runtime;

import io.penstock.engine.tensor.Tensor;

/** The samples of each step, read by the first rank (inputs) and the last one (targets). Tensors belong to the caller. */
public interface Feed {

    /** Inputs [to − from, inputSize] of the step's batch, samples from..to−1. */
    Tensor inputs(long step, int from, int to);

    /** Targets of the same samples: labels [to − from] or rows [to − from, outputSize]. */
    Tensor targets(long step, int from, int to);

    /** Inputs of held-out samples from..to−1. */
    Tensor heldOutInputs(int from, int to);

    /** Targets of held-out samples from..to−1. */
    Tensor heldOutTargets(int from, int to);

    /** The feed of a rank that reads no data. */
    static Feed none() {
        return new NoFeed();
    }
}
