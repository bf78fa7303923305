package io.penstock.common.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Brings a payload into its receiver's memory as the bytes arrive, with one copy at most, and checks it on the way. */
final class PayloadBody implements FrameDecoder.State {

    private static final int MIN_DIRECT_BYTES = 16 * 1024;
    /** Small enough to be still in the cache when the checksum reads it. */
    private static final int MAX_DIRECT_BYTES = 256 * 1024;

    private final FrameCodec.TensorPrefix frame;
    private final PeerReceiver receiver;
    private final FrameDecoder.State next;
    private final ByteBuffer destination;
    private final CRC32C crc = new CRC32C();
    private @Nullable ByteBuf direct;
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
        if (!segment.isNative() || segment.byteSize() != bytes) {
            receiver.aborted(frame.header());
            throw new IllegalStateException("the receiver opened %d bytes, native is %s; must be %d native bytes"
                    .formatted(segment.byteSize(), segment.isNative(), bytes));
        }
        return new PayloadBody(frame, receiver, next, segment.asByteBuffer());
    }

    /** Where the socket can put the next bytes itself; empty near the end, where other frames would follow in one read. */
    Optional<ByteBuf> destination() {
        if (destination.remaining() < MIN_DIRECT_BYTES) {
            return Optional.empty();
        }
        int count = Math.min(destination.remaining(), MAX_DIRECT_BYTES);
        direct = Unpooled.wrappedBuffer(destination.slice(destination.position(), count))
                .clear();
        return Optional.of(direct);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // that very buffer, not one with equal bytes
    public FrameDecoder.State read(ByteBuf in) throws RefusedException {
        int count = Math.min(in.readableBytes(), destination.remaining());
        ByteBuffer chunk = destination.slice(destination.position(), count);
        if (in == direct) {
            in.skipBytes(count);
        } else {
            in.readBytes(chunk);
            chunk.flip();
        }
        crc.update(chunk);
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
