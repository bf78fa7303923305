package io.penstock.common.wire;

import io.netty.channel.ChannelHandlerContext;
import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.Hello;
import java.io.IOException;

/** A worker's control connection to the orchestrator; its methods may be called from any thread. */
public final class ControlClient implements AutoCloseable {

    private final Session session;

    private ControlClient(Session session) {
        this.session = session;
    }

    /** Told what the orchestrator says. Called on an event loop, in order: nothing may block. */
    public interface Listener {

        /** The answer to the hello is Welcome. */
        void received(ControlMessage.Command command);

        /** Comes last and once, also after {@link ControlClient#close()}. */
        void disconnected(String reason);
    }

    /**
     * Dials the orchestrator and says hello. A refused hello is seen as {@code disconnected} before any
     * command; the listener may be called before this method returns.
     *
     * @throws IOException if the orchestrator cannot be reached within the timeout; the listener is not told then
     */
    public static ControlClient connect(WireTransport transport, ClientOptions options, Hello hello, Listener listener)
            throws IOException {
        Session session = new Session(options, hello, listener);
        transport.dial(options, session);
        return new ControlClient(session);
    }

    /** Sends a report; dropped if the connection is closed. */
    public void send(ControlMessage.Report report) {
        session.write(report);
    }

    /** Closes the connection without waiting for what was sent last. */
    @Override
    public void close() {
        session.close("closed here");
    }

    private static final class Session extends Connection {

        private final ClientOptions options;
        private final Hello hello;
        private final Listener listener;
        private boolean active;

        Session(ClientOptions options, Hello hello, Listener listener) {
            this.options = options;
            this.hello = hello;
            this.listener = listener;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            active = true;
            write(hello);
        }

        @Override
        public long limit(FrameType type) {
            return type == FrameType.CONTROL ? options.maxFrameBytes() : 0;
        }

        @Override
        public void control(byte[] json) throws RefusedException {
            ControlMessage message = WireJson.read(json, ControlMessage.class);
            if (!(message instanceof ControlMessage.Command command)) {
                throw new RefusedException("the orchestrator said %s, must be a command"
                        .formatted(message.getClass().getSimpleName()));
            }
            listener.received(command);
        }

        @Override
        void ended(String reason) {
            if (active) {
                listener.disconnected(reason);
            }
        }
    }
}
