package io.penstock.common.wire;

/** What a connection does with the frames that its decoder has checked; called on the event loop. */
interface FrameSink {

    /** The longest frame of a type that is welcome now, without its prefix; 0 if none is. */
    long limit(FrameType type);

    void control(byte[] json) throws RefusedException;

    /** Asked only when {@link #limit} allows tensors. */
    PeerReceiver receiver();

    void credit(TensorKind kind, int count) throws RefusedException;
}
