package io.penstock.engine.data;

/** How a file stores token numbers: unsigned, little-endian. */
public enum TokenType {
    UINT16(2),
    UINT32(4);

    private final int bytes;

    TokenType(int bytes) {
        this.bytes = bytes;
    }

    int bytes() {
        return bytes;
    }

    /** The smallest type for so many different tokens. */
    static TokenType of(int vocabulary) {
        return vocabulary <= 1 << Short.SIZE ? UINT16 : UINT32;
    }
}
