package io.penstock.engine.stage;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Chain;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Tensor;

/**
 * Rounds float32 tensors to the numbers of a 16-bit type, and stores them in it without further loss. With float32 as the type
 * it does nothing.
 */
public record Rounding(Backend backend, DType storage) implements Chain.Boundary {

    /** Rounds in place. */
    @Override
    public void crossed(Tensor tensor) {
        if (narrows(tensor)) {
            try (Tensor narrow = narrow(tensor)) {
                backend.convert(narrow, tensor);
            }
        }
    }

    private boolean narrows(Tensor tensor) {
        return storage != DType.F32 && tensor.dtype() == DType.F32;
    }

    /** The tensor in the type of storage; the caller owns it, and keeps what was given. */
    public Tensor narrow(Tensor tensor) {
        if (!narrows(tensor)) {
            return tensor.retain();
        }
        Tensor narrow = backend.allocate(storage, tensor.shape());
        backend.convert(tensor, narrow);
        return narrow;
    }

    /** The tensor in float32 if it was narrowed; the caller owns it, and keeps what was given. */
    public Tensor wide(Tensor tensor) {
        if (storage == DType.F32 || tensor.dtype() != storage) {
            return tensor.retain();
        }
        Tensor wide = backend.allocate(DType.F32, tensor.shape());
        backend.convert(tensor, wide);
        return wide;
    }
}
