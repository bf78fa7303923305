package io.penstock.common.wire;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Owns the event loops of one process; closing it closes every connection on them. */
public final class WireTransport implements AutoCloseable {

    private static final long CLOSE_MILLIS = 5_000;

    /** After that whoever dials asks for the address anew: a host that moved leaves none that answers. */
    private static final long CONNECT_MILLIS = 5_000;

    private static final int UNREAD_MESSAGE_BYTES = 16 * 1024 * 1024;

    private final EventLoopGroup loops;

    /**
     * Starts the event loops: epoll where the system has it, else NIO.
     *
     * @param name prefix of the threads' names
     */
    public WireTransport(String name, int threads) {
        ThreadFactory factory = new DefaultThreadFactory(name, true);
        this.loops = new MultiThreadIoEventLoopGroup(
                threads, factory, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    /** Closes all connections and waits, at most 5 s, until the event loops have ended. */
    @Override
    public void close() {
        loops.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_MILLIS);
    }

    Channel listen(ServerOptions options, ChannelGroup accepted, Supplier<Connection> connections) throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(initializer(accepted, connections));
        childOptions(bootstrap);
        ChannelFuture bound = bootstrap.bind(resolve(options.host(), options.port()));
        String what = "listening on %s:%d".formatted(options.host(), options.port());
        return await(bound, bound.channel(), CLOSE_MILLIS, what);
    }

    Channel dial(ClientOptions options, Connection connection) throws IOException {
        int millis = (int) Math.min(options.timeout().toMillis(), CONNECT_MILLIS);
        Bootstrap bootstrap = new Bootstrap()
                .group(loops)
                .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, millis)
                .handler(initializer(null, () -> connection));
        ChannelFuture connected = bootstrap.connect(resolve(options.host(), options.port()));
        String what = "connecting to %s:%d".formatted(options.host(), options.port());
        return await(connected, connected.channel(), millis, what);
    }

    /** Looks the name up on the caller's thread, for it may block. */
    private static InetSocketAddress resolve(String host, int port) throws IOException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new UnknownHostException("host %s is unknown".formatted(host));
        }
        return address;
    }

    private static void childOptions(ServerBootstrap bootstrap) {
        bootstrap
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark());
    }

    private static WriteBufferWaterMark waterMark() {
        return new WriteBufferWaterMark(UNREAD_MESSAGE_BYTES / 2, UNREAD_MESSAGE_BYTES);
    }

    private static ChannelInitializer<Channel> initializer(
            @Nullable ChannelGroup group, Supplier<Connection> connections) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                if (group != null) {
                    group.add(channel);
                }
                Connection connection = connections.get();
                FrameDecoder decoder = new FrameDecoder(connection);
                channel.config().setRecvByteBufAllocator(new PayloadReads(decoder));
                channel.pipeline().addLast(decoder, connection);
            }
        };
    }

    static <T> T await(Future<?> future, T result, long millis, String what) throws IOException {
        try {
            if (!future.await(millis)) {
                future.cancel(false);
                throw new IOException("%s did not end within %d ms".formatted(what, millis));
            }
        } catch (InterruptedException e) {
            future.cancel(false);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(what + " was interrupted");
        }
        if (!future.isSuccess()) {
            throw new IOException("%s failed: %s".formatted(what, future.cause().getMessage()), future.cause());
        }
        return result;
    }
}
