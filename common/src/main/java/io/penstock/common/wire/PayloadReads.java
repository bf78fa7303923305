package io.penstock.common.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/** Reads the socket straight into the receiver's memory while a payload arrives, and into a pooled buffer otherwise. */
@SuppressWarnings("deprecation") // the handle types are old names that Netty still asks for
final class PayloadReads implements RecvByteBufAllocator {

    private static final int MIN_BYTES = 512;
    private static final int FIRST_BYTES = 16 * 1024;
    private static final int MAX_BYTES = 64 * 1024;

    private final RecvByteBufAllocator pooled = new AdaptiveRecvByteBufAllocator(MIN_BYTES, FIRST_BYTES, MAX_BYTES);
    private final FrameDecoder decoder;

    PayloadReads(FrameDecoder decoder) {
        this.decoder = decoder;
    }

    @Override
    public Handle newHandle() {
        return new PayloadHandle(pooled.newHandle());
    }

    private final class PayloadHandle extends DelegatingHandle implements ExtendedHandle {

        PayloadHandle(Handle pooled) {
            super(pooled);
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            return decoder.destination().orElseGet(() -> super.allocate(allocator));
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMoreData) {
            return ((ExtendedHandle) delegate()).continueReading(maybeMoreData);
        }
    }
}
