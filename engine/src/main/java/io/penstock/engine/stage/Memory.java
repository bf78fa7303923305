package io.penstock.engine.stage;

import io.penstock.engine.layer.LayerCost;
import io.penstock.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/**
 * What a stage remembers of a micro-batch between F and I, and how.
 *
 * @param storage type that activations are kept and sent in; activations and their gradients are rounded to it between layers,
 *     so that nothing depends on where a model is cut
 * @param recomputed 0 to keep what every layer needs; n to keep only the input of every n-th layer and to compute F again
 *     before I (Chen et al., 2016, section 4)
 */
public record Memory(DType storage, int recomputed) {

    /** Everything, in float32. */
    public static final Memory PLAIN = new Memory(DType.F32, 0);

    public Memory {
        if (storage == DType.F64 || storage == DType.I32 || recomputed < 0) {
            throw new IllegalArgumentException(
                    "activations are kept in F32, BF16 or F16 and recomputed for at least 0 layers, got %s and %d"
                            .formatted(storage, recomputed));
        }
    }

    /**
     * What one sample costs in each layer of a model that remembers in this way. Where F is computed again it is part of I, and
     * which inputs are kept depends on where stages are cut, so each layer bears its share of them.
     *
     * @param costs of the layers when all is kept in float32
     * @param inputBytes of the first layer's input
     */
    public List<LayerCost> applyTo(List<LayerCost> costs, long inputBytes) {
        List<LayerCost> remembered = new ArrayList<>(costs.size());
        long input = inputBytes;
        for (LayerCost cost : costs) {
            remembered.add(
                    recomputed == 0
                            ? sized(cost, cost.backwardInputFlops(), cost.stashBytes(), cost.keptBytes())
                            : sized(
                                    cost,
                                    cost.forwardFlops() + cost.backwardInputFlops(),
                                    input / recomputed,
                                    Math.max(cost.stashBytes(), cost.keptBytes())));
            input = cost.outputBytes();
        }
        return remembered;
    }

    /**
     * Bytes that a layer needs beside what {@link #applyTo} says, while one micro-batch whose F was computed again is in its
     * backward. A rank computes one at a time.
     *
     * @param cost as {@link #applyTo} gives it
     */
    public long workingBytes(LayerCost cost) {
        return recomputed == 0 ? 0 : Math.max(0, cost.keptBytes() - cost.stashBytes());
    }

    private LayerCost sized(LayerCost cost, double backwardInputFlops, long stashBytes, long keptBytes) {
        return new LayerCost(
                cost.forwardFlops(),
                backwardInputFlops,
                cost.backwardWeightFlops(),
                stored(stashBytes),
                stored(keptBytes),
                stored(cost.outputBytes()));
    }

    private long stored(long bytes) {
        return bytes * storage.bytes() / Float.BYTES;
    }
}
