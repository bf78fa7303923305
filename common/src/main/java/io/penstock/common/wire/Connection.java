package io.penstock.common.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection's life: it ends once, with one reason, and a broken rule makes one log line. */
@SuppressWarnings("FutureReturnValueIgnored") // failures come back as exceptionCaught
abstract class Connection extends ChannelInboundHandlerAdapter implements FrameSink {

    /** The longest frame before the hello. */
    static final long HELLO_BYTES = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final int MAX_LOGGED = 500;

    private final AtomicReference<@Nullable String> reason = new AtomicReference<>();
    private volatile @Nullable Channel channel;
    private @Nullable ScheduledFuture<?> deadline;

    /** The connection is gone; called once, on the event loop. */
    abstract void ended(String reason);

    @Override
    public long limit(FrameType type) {
        return 0;
    }

    @Override
    public PeerReceiver receiver() {
        throw new IllegalStateException("this connection takes no tensors");
    }

    @Override
    public void credit(TensorKind kind, int count) throws RefusedException {
        throw new IllegalStateException("this connection takes no credits");
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channel = ctx.channel();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        helloCame();
        reason.compareAndSet(null, "closed by the peer");
        ended(String.valueOf(reason.get()));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable failure) {
        Throwable cause =
                failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
        switch (cause) {
            case RefusedException refused -> refuse(String.valueOf(refused.getMessage()));
            case IOException lost -> close(Objects.requireNonNullElse(lost.getMessage(), "connection lost"));
            default -> {
                LOG.error("closed {}: a callback failed", remote(), cause);
                close("a callback failed: " + cause);
            }
        }
    }

    /** Closes with a log line, unless the connection is ending already. */
    final void refuse(String rule) {
        String clean = rule.replaceAll("\\p{Cntrl}", "?");
        String line = clean.substring(0, Math.min(clean.length(), MAX_LOGGED));
        if (reason.compareAndSet(null, line)) {
            LOG.warn("closed {}: {}", remote(), line);
        }
        channel().close();
    }

    public final void close(String why) {
        reason.compareAndSet(null, why);
        channel().close();
    }

    public final String remote() {
        return String.valueOf(channel().remoteAddress());
    }

    final @Nullable String reason() {
        return reason.get();
    }

    final Channel channel() {
        Channel current = channel;
        if (current == null) {
            throw new IllegalStateException("the connection has no channel yet");
        }
        return current;
    }

    /** Writes a control frame; a peer that does not read is disconnected before the queue grows further. */
    final void write(Object message) {
        Channel target = channel();
        if (!target.isWritable()) {
            long unread = target.bytesBeforeWritable();
            if (unread < Long.MAX_VALUE) { // else it is closing already
                refuse("the peer leaves %d bytes of messages unread".formatted(unread));
            }
            return;
        }
        ByteBuf frame = FrameCodec.control(target.alloc(), WireJson.write(message));
        target.writeAndFlush(frame, target.voidPromise());
    }

    final void expectHello(Duration timeout) {
        deadline = channel()
                .eventLoop()
                .schedule(
                        () -> refuse("no hello within %d ms".formatted(timeout.toMillis())),
                        timeout.toNanos(),
                        TimeUnit.NANOSECONDS);
    }

    final void helloCame() {
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    static void checkSecret(String expected, @Nullable String actual) throws RefusedException {
        byte[] given = String.valueOf(actual).getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given)) {
            throw new RefusedException("the secret of the hello is wrong");
        }
    }
}
