package io.penstock.common.wire;

import io.netty.channel.ChannelHandlerContext;
import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.Hello;
import java.io.IOException;

/** The orchestrator's end of the control connections, which workers dial. */
public final class ControlServer implements AutoCloseable {

    private final ServerOptions options;
    private final Listener listener;
    private final Endpoint endpoint;

    /** @throws IOException if the address cannot be listened on */
    public ControlServer(WireTransport transport, ServerOptions options, Listener listener) throws IOException {
        this.options = options;
        this.listener = listener;
        this.endpoint = new Endpoint(transport, options, Session::new);
    }

    /** Told of workers that said a right hello. Called on event loops, in order for each connection: nothing may block. */
    public interface Listener {

        /** Comes first and once. */
        void connected(ControlConnection connection, Hello hello);

        /** Any report but Hello. */
        void received(ControlConnection connection, ControlMessage.Report report);

        /** Comes last and once. */
        void disconnected(ControlConnection connection, String reason);
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

    private final class Session extends Connection implements ControlConnection {

        private boolean greeted;

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            expectHello(options.handshakeTimeout());
        }

        @Override
        public long limit(FrameType type) {
            return switch (type) {
                case CONTROL -> greeted ? options.maxFrameBytes() : Math.min(HELLO_BYTES, options.maxFrameBytes());
                case TENSOR, CREDIT -> 0;
            };
        }

        @Override
        public void control(byte[] json) throws RefusedException {
            ControlMessage message = WireJson.read(json, ControlMessage.class);
            switch (message) {
                case Hello hello -> greet(hello);
                case ControlMessage.Report report when greeted -> listener.received(this, report);
                case ControlMessage other ->
                    throw new RefusedException("a worker said %s %s its hello, only reports may follow a hello"
                            .formatted(other.getClass().getSimpleName(), greeted ? "after" : "before"));
            }
        }

        private void greet(Hello hello) throws RefusedException {
            if (greeted) {
                throw new RefusedException("a second hello, by worker " + hello.worker());
            }
            checkSecret(options.secret(), hello.secret());
            helloCame();
            greeted = true;
            listener.connected(this, hello);
        }

        @Override
        public void send(ControlMessage.Command command) {
            write(command);
        }

        @Override
        void ended(String reason) {
            if (greeted) {
                listener.disconnected(this, reason);
            }
        }
    }
}
