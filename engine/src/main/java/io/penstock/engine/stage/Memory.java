package io.penstock.engine.stage;

import io.penstock.engine.tensor.DType;

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
}
