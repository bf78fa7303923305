package io.penstock.common.wire;

import java.lang.foreign.MemorySegment;

/**
 * Takes the frames of one peer. Called on an event loop, so nothing may block. After {@code open} exactly one of
 * {@code complete} and {@code aborted} follows; {@code closed} comes last, once.
 */
public interface PeerReceiver {

    /**
     * Checks a frame (attempt, kind, stage, shape, credit) and says where its payload goes.
     *
     * @return native memory of exactly the header's payload bytes, accessible from any thread; the socket writes into
     *     it, so it must stay alive until {@code complete} or {@code aborted}
     * @throws RefusedException to close the connection; nothing may have been allocated then
     */
    MemorySegment open(TensorHeader header) throws RefusedException;

    /** The payload is whole and its checksum right. */
    void complete(TensorHeader header);

    /** The payload will never be whole: its memory can be freed. */
    void aborted(TensorHeader header);

    /** The connection is gone. */
    void closed(String reason);
}
