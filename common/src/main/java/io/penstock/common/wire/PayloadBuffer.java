package io.penstock.common.wire;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;

/** The sender's own memory as a buffer that Netty writes without a copy; the owner hears once when it was let go. */
final class PayloadBuffer extends UnpooledDirectByteBuf {

    private final Runnable whenReleased;

    PayloadBuffer(ByteBufAllocator allocator, ByteBuffer payload, Runnable whenReleased) {
        super(allocator, payload, payload.remaining());
        this.whenReleased = whenReleased;
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        whenReleased.run();
    }
}
