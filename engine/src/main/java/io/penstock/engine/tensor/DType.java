package io.penstock.engine.tensor;

/** Element types of tensors. */
public enum DType {
    F32(4),
    F64(8),
    /** The upper half of a float32: 8 bits of exponent, 7 of fraction. For storage and transport only. */
    BF16(2),
    /** IEEE 754 binary16: 5 bits of exponent, 10 of fraction. For storage and transport only. */
    F16(2),
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
