package io.penstock.engine.checkpoint;

import io.penstock.engine.tensor.Shape;

/** What a file of weights says about one of its tensors; elements are dense and row-major. */
public record TensorInfo(String name, StoredType type, Shape shape) {

    /** Bytes of all elements. */
    public long bytes() {
        return Math.multiplyExact(shape.size(), (long) type.bytes());
    }
}
