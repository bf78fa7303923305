package io.penstock.common.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The sending end of a data connection to one peer. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the link, which has a listener
public final class PeerLink implements AutoCloseable {

    private final ClientOptions options;
    private final Credits credits;
    private final Session session;

    private PeerLink(ClientOptions options, Credits credits, PeerHello hello) {
        this.options = options;
        this.credits = credits;
        this.session = new Session(hello, credits);
    }

    /**
     * Dials a peer, says hello and waits until the peer has accepted it.
     *
     * @param credits how many frames of each kind may be on their way or in the peer's mailbox; none of a kind left out
     * @throws IOException if the peer cannot be reached or refuses within the timeout; its message says which
     */
    public static PeerLink connect(
            WireTransport transport, ClientOptions options, PeerHello hello, Map<TensorKind, Integer> credits)
            throws IOException {
        PeerLink link = new PeerLink(options, new Credits(credits), hello);
        long deadline = System.nanoTime() + options.timeout().toNanos();
        transport.dial(options, link.session);
        link.session.awaitAnswer(deadline - System.nanoTime(), options);
        return link;
    }

    /**
     * Sends a tensor without blocking and without a copy; takes one credit. On a closed link the frame is dropped. The
     * payload must not change before {@code whenReleased}, which runs exactly once, when the write has ended, failed or
     * was dropped, on the event loop or on the caller's thread; it must not block. It does not run if this method throws.
     *
     * @param payload native memory that any thread may access, of the header's payload bytes
     * @throws IllegalArgumentException if the payload is of another size, on the heap, or too long for a frame
     * @throws IllegalStateException if no credit of the kind is left: see {@link #awaitCredit}
     */
    public void send(TensorHeader header, MemorySegment payload, Runnable whenReleased) {
        checkPayload(header, payload);
        credits.take(header.kind());
        Channel channel = session.channel();
        PayloadBuffer buffer = new PayloadBuffer(channel.alloc(), payload.asByteBuffer(), whenReleased);
        if (channel.eventLoop().inEventLoop()) {
            write(channel, header, buffer);
            return;
        }
        try {
            channel.eventLoop().execute(() -> write(channel, header, buffer));
        } catch (RejectedExecutionException e) {
            buffer.release();
        }
    }

    private static void write(Channel channel, TensorHeader header, PayloadBuffer payload) {
        if (!channel.isActive()) {
            payload.release();
            return;
        }
        CRC32C crc = new CRC32C();
        crc.update(payload.nioBuffer());
        channel.write(FrameCodec.tensor(channel.alloc(), header, (int) crc.getValue()), channel.voidPromise());
        channel.writeAndFlush(payload, channel.voidPromise());
    }

    private void checkPayload(TensorHeader header, MemorySegment payload) {
        int bytes = header.payloadBytes();
        if (!payload.isNative() || payload.byteSize() != bytes) {
            throw new IllegalArgumentException("payload has %d bytes, native is %s; must be %d native bytes: %s"
                    .formatted(payload.byteSize(), payload.isNative(), bytes, header));
        }
        if (FrameCodec.TENSOR_BYTES + (long) bytes > options.maxFrameBytes()) {
            throw new IllegalArgumentException("frame of %d bytes, at most %d are allowed: raise the frame limit"
                    .formatted(FrameCodec.TENSOR_BYTES + (long) bytes, options.maxFrameBytes()));
        }
    }

    /**
     * Waits until a credit is there, without taking it; one thread sends the frames of a kind.
     *
     * @return false if the time has passed or the link was closed
     */
    public boolean awaitCredit(TensorKind kind, Duration timeout) throws InterruptedException {
        return credits.await(kind, timeout);
    }

    /** Whether frames can still be sent. */
    public boolean isOpen() {
        return session.reason() == null && session.channel().isActive();
    }

    /** Why the link was closed, null while it is open. */
    public @Nullable String closeReason() {
        return session.reason();
    }

    /** Calls the listener once when the link is closed, at once if it is closed already; it must not block. */
    public void onClose(Consumer<String> listener) {
        session.closed.thenAccept(listener);
    }

    /** Closes the link; frames that were not written yet are dropped and released. */
    @Override
    public void close() {
        session.close("closed here");
    }

    private static final class Session extends Connection {

        private final PeerHello hello;
        private final Credits credits;
        private final CompletableFuture<PeerAnswer> answer = new CompletableFuture<>();
        private final CompletableFuture<String> closed = new CompletableFuture<>();

        Session(PeerHello hello, Credits credits) {
            this.hello = hello;
            this.credits = credits;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            write(hello);
        }

        @Override
        public long limit(FrameType type) {
            return switch (type) {
                case CONTROL -> answer.isDone() ? 0 : HELLO_BYTES;
                case CREDIT -> FrameCodec.CREDIT_BYTES;
                case TENSOR -> 0;
            };
        }

        @Override
        public void control(byte[] json) throws RefusedException {
            answer.complete(WireJson.read(json, PeerAnswer.class));
        }

        @Override
        public void credit(TensorKind kind, int count) throws RefusedException {
            credits.giveBack(kind, count);
        }

        @Override
        void ended(String reason) {
            credits.close();
            answer.complete(new PeerAnswer(reason));
            closed.complete(reason);
        }

        void awaitAnswer(long nanos, ClientOptions options) throws IOException {
            String refusal = refusal(nanos, options.timeout());
            if (refusal != null) {
                close(refusal);
                throw new IOException(
                        "peer %s:%d did not accept %s: %s".formatted(options.host(), options.port(), hello, refusal));
            }
        }

        private @Nullable String refusal(long nanos, Duration timeout) {
            try {
                return answer.get(nanos, TimeUnit.NANOSECONDS).refusal();
            } catch (TimeoutException e) {
                return "no answer within %d ms".formatted(timeout.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "interrupted";
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
