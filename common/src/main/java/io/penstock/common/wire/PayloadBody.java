package io.penstock.common.wire;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Copies a payload into its receiver's memory as the bytes arrive, once, and checks it on the way. */
final class PayloadBody implements FrameDecoder.State {

    private final FrameCodec.TensorPrefix frame;
    private final PeerReceiver receiver;
    private final FrameDecoder.State next;
    private final ByteBuffer destination;
    private final CRC32C crc = new CRC32C();
    private boolean done;

    private PayloadBody(
            FrameCodec.TensorPrefix frame, PeerReceiver receiver, FrameDecoder.State next, ByteBuffer destination) {
        this.frame = frame;
        this.receiver = receiver;
        this.next = next;
        this.destination = destination;
    }

    static PayloadBody open(FrameCodec.TensorPrefix frame, PeerReceiver receiver, FrameDecoder.State next)
            throws RefusedException {
        MemorySegment segment = receiver.open(frame.header());
        int bytes = frame.header().payloadBytes();
        if (segment.byteSize() != bytes) {
            receiver.aborted(frame.header());
            throw new IllegalStateException(
                    "the receiver opened %d bytes for a payload of %d bytes".formatted(segment.byteSize(), bytes));
        }
        return new PayloadBody(frame, receiver, next, segment.asByteBuffer());
    }

    @Override
    public FrameDecoder.State read(ByteBuf in) throws RefusedException {
        int count = Math.min(in.readableBytes(), destination.remaining());
        ByteBuffer chunk = destination.slice(destination.position(), count);
        in.readBytes(chunk);
        crc.update(chunk.flip());
        destination.position(destination.position() + count);
        return destination.hasRemaining() ? this : finish();
    }

    private FrameDecoder.State finish() throws RefusedException {
        if ((int) crc.getValue() != frame.checksum()) {
            throw new RefusedException("CRC32C of the payload is %08x, the header says %08x: %s"
                    .formatted(crc.getValue(), frame.checksum(), frame.header()));
        }
        done = true;
        receiver.complete(frame.header());
        return next;
    }

    @Override
    public void abort() {
        if (!done) {
            done = true;
            receiver.aborted(frame.header());
        }
    }
}
