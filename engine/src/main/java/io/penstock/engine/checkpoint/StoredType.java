package io.penstock.engine.checkpoint;

/** Element types of safetensors files, by their names there. All but whole bytes are little-endian. */
public enum StoredType {
    F64(8),
    F32(4),
    F16(2),
    BF16(2),
    I64(8),
    I32(4),
    I16(2),
    I8(1),
    U64(8),
    U32(4),
    U16(2),
    U8(1),
    BOOL(1),
    C64(8),
    F8_E5M2(1),
    F8_E4M3(1),
    F8_E8M0(1);

    private final int bytes;

    StoredType(int bytes) {
        this.bytes = bytes;
    }

    /** Bytes of one element. */
    public int bytes() {
        return bytes;
    }
}
