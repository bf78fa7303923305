package io.penstock.common.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The receiving end of data connections, which peers dial to send tensors in one direction. */
public final class TensorServer implements AutoCloseable {

    private final ServerOptions options;
    private final Acceptor acceptor;
    private final Endpoint endpoint;

    /** @throws IOException if the address cannot be listened on */
    public TensorServer(WireTransport transport, ServerOptions options, Acceptor acceptor) throws IOException {
        this.options = options;
        this.acceptor = acceptor;
        this.endpoint = new Endpoint(transport, options, Session::new);
    }

    /** Decides which peers may send. Called on an event loop: nothing may block. */
    @FunctionalInterface
    public interface Acceptor {

        /**
         * Called for a hello with the right secret.
         *
         * @throws RefusedException to close the connection; the peer's connect fails with its message
         */
        PeerReceiver accept(PeerHello hello, PeerConnection connection) throws RefusedException;
    }

    /** The port that is listened on. */
    public int port() {
        return endpoint.port();
    }

    /** Stops listening and closes all connections. */
    @Override
    public void close() {
        endpoint.close();
    }

    private final class Session extends Connection implements PeerConnection {

        private @Nullable PeerReceiver receiver;

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            expectHello(options.handshakeTimeout());
        }

        @Override
        public long limit(FrameType type) {
            return switch (type) {
                case CONTROL -> Math.min(HELLO_BYTES, options.maxFrameBytes());
                case TENSOR -> receiver == null ? 0 : options.maxFrameBytes();
                case CREDIT -> 0;
            };
        }

        @Override
        public void control(byte[] json) throws RefusedException {
            PeerHello hello = WireJson.read(json, PeerHello.class);
            if (receiver != null) {
                throw new RefusedException("a second hello: " + hello);
            }
            checkSecret(options.secret(), hello.secret());
            helloCame();
            try {
                receiver = acceptor.accept(hello, this);
            } catch (RefusedException e) {
                write(new PeerAnswer(e.getMessage()));
                throw e;
            }
            write(new PeerAnswer(null));
        }

        @Override
        public PeerReceiver receiver() {
            PeerReceiver accepted = receiver;
            return accepted == null ? super.receiver() : accepted;
        }

        @Override
        public void giveBack(TensorKind kind, int count) {
            ByteBuf frame = FrameCodec.credit(channel().alloc(), kind, count);
            channel().writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }

        @Override
        void ended(String reason) {
            if (receiver != null) {
                receiver.closed(reason);
            }
        }
    }
}
