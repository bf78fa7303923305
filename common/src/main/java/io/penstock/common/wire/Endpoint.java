package io.penstock.common.wire;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/** A listening socket and the connections that it accepted. */
final class Endpoint implements AutoCloseable {

    private static final long CLOSE_MILLIS = 5_000;

    private final ChannelGroup accepted = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final Channel listening;

    Endpoint(WireTransport transport, ServerOptions options, Supplier<Connection> connections) throws IOException {
        this.listening = transport.listen(options, accepted, connections);
    }

    int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    @Override
    public void close() {
        listening.close().awaitUninterruptibly(CLOSE_MILLIS);
        accepted.close().awaitUninterruptibly(CLOSE_MILLIS);
    }
}
