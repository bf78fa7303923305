package io.penstock.common.wire;

/** A peer's data connection as its receiver holds it; all methods return at once and may be called from any thread. */
public interface PeerConnection {

    /** The peer's address, for messages. */
    String remote();

    /** Allows the peer to send {@code count} more frames of a kind; called when frames were taken out of the mailbox. */
    void giveBack(TensorKind kind, int count);

    /** Closes the connection; a frame that was on its way is aborted, then {@code closed} follows with this reason. */
    void close(String reason);
}
