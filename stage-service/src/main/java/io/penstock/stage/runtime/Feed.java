package io.penstock.stage.runtime;

import io.penstock.engine.stage.Flow;
import io.penstock.engine.tensor.Tensor;

/** The samples of each step, read by the first rank (inputs) and the last one (targets). Tensors belong to the caller. */
public interface Feed {

    /** Inputs of the step's batch, samples from..to−1: [to − from, inputSize], or token numbers [to − from, length]. */
    Flow inputs(long step, int from, int to);

    /** Targets of the same samples: labels [to − from] or [to − from, length], or rows [to − from, outputSize]. */
    Tensor targets(long step, int from, int to);

    /** Targets of the first so many samples of the step that count in the loss: samples, or tokens that are not ignored. */
    long counted(long step, int samples);

    /** Inputs of held-out samples from..to−1. */
    Flow heldOutInputs(int from, int to);

    /** Targets of held-out samples from..to−1. */
    Tensor heldOutTargets(int from, int to);

    /** Targets of held-out samples from..to−1 that count. */
    long heldOutCounted(int from, int to);

    /** The feed of a rank that reads no data. */
    static Feed none() {
        return new NoFeed();
    }
}
