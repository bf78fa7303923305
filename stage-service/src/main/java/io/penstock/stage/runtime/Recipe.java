package io.penstock.stage.runtime;

import io.penstock.common.control.RunLength;
import io.penstock.engine.data.MicroBatches;
import io.penstock.engine.layer.Pass;
import io.penstock.engine.loss.Loss;
import io.penstock.engine.optimizer.Optimizer;
import io.penstock.engine.stage.LossScale;
import io.penstock.engine.stage.Memory;
import io.penstock.engine.stage.Tie;
import io.penstock.engine.tensor.DType;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * How a run trains, the same on every rank.
 *
 * @param batchSize samples of a full step; the last step of an epoch may have fewer
 * @param learningRate the rate of each step
 * @param clipNorm largest global gradient norm, absent for no clipping
 * @param memory how activations are kept and sent
 * @param segmented true if segments go with the activations
 * @param ties parameters that stages share
 */
public record Recipe(
        long seed,
        int batchSize,
        RunLength length,
        Loss loss,
        Optimizer optimizer,
        LongToDoubleFunction learningRate,
        @Nullable Double clipNorm,
        Memory memory,
        boolean segmented,
        List<Tie> ties) {

    /** Samples of a step. */
    int samples(long step) {
        long done = step % length.stepsPerEpoch() * batchSize;
        return (int) Math.min(batchSize, length.trainingSamples() - done);
    }

    /** Where the step's batch is cut: micro-batch i holds samples [i]..[i + 1]−1. */
    int[] cuts(long step, int microBatches) {
        int[] sizes = MicroBatches.slice(samples(step), microBatches);
        int[] cuts = new int[microBatches + 1];
        for (int i = 0; i < microBatches; i++) {
            cuts[i + 1] = cuts[i] + sizes[i];
        }
        return cuts;
    }

    /** Where a training micro-batch stands in the run. */
    Pass.Slice slice(long step, int firstSample) {
        return new Pass.Slice(seed, step, firstSample, true);
    }

    /** The same for held-out samples. */
    Pass.Slice heldOutSlice(long step, int firstSample) {
        return new Pass.Slice(seed, step, firstSample, false);
    }

    /** Scales the loss where gradients could vanish in the type of storage. */
    LossScale lossScale() {
        return memory.storage() == DType.F16 ? LossScale.dynamic() : LossScale.none();
    }

    /** What the gradients are multiplied by for a global norm. */
    double gradientScale(double norm) {
        return clipNorm == null || norm <= clipNorm ? 1 : clipNorm / norm;
    }
}
