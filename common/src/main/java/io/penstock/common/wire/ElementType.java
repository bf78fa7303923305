package io.penstock.common.wire;

/** How the numbers of a payload are stored, little-endian. */
public enum ElementType {
    F32(1, 4),
    F64(2, 8),
    I32(3, 4),
    BF16(4, 2),
    F16(5, 2);

    private final byte code;
    private final int bytes;

    ElementType(int code, int bytes) {
        this.code = (byte) code;
        this.bytes = bytes;
    }

    /** Bytes of one element. */
    public int bytes() {
        return bytes;
    }

    byte code() {
        return code;
    }

    static ElementType of(byte code) throws RefusedException {
        for (ElementType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        throw new RefusedException("element type is " + code + ", known are 1 to " + values().length);
    }
}
