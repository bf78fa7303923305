package io.penstock.common.wire;

/** The three kinds of frame. */
enum FrameType {
    CONTROL(1),
    TENSOR(2),
    CREDIT(3);

    private final byte code;

    FrameType(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static FrameType of(byte code) throws RefusedException {
        for (FrameType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        throw new RefusedException("frame type is " + code + ", known are 1 to " + values().length);
    }
}
