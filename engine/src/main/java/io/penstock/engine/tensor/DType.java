package io.penstock.engine.tensor;

/** Element types of tensors. */
public enum DType {
    F32(4),
    F64(8),
    I32(4);

    private final int bytes;

    DType(int bytes) {
        this.bytes = bytes;
    }

    /** Bytes of one element. */
    public int bytes() {
        return bytes;
    }
}
