package io.penstock.common.wire;

/** What a tensor frame is for; each kind has its own credits, so that one cannot starve another. */
public enum TensorKind {
    /** An activation on its way to the next stage. */
    FORWARD(1),
    /** A gradient on its way to the previous stage. */
    BACKWARD(2),
    /** A part of a reduction over all ranks. */
    COLLECTIVE(3),
    /** An activation of an evaluation pass, which has no backward. */
    EVALUATION(4),
    /** Which tokens of an activation belong together; goes before it. */
    SEGMENTS(5),
    /** The same for an evaluation pass. */
    EVALUATION_SEGMENTS(6),
    /** A parameter that two stages share: rows for its gradient, or its new values. */
    TIED(7),
    /** A token that was generated. */
    SAMPLED(8);

    private final byte code;

    TensorKind(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static TensorKind of(byte code) throws RefusedException {
        for (TensorKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new RefusedException("tensor kind is " + code + ", known are 1 to " + values().length);
    }
}
