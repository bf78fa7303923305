package io.penstock.benchmarks.wire;

import io.penstock.common.wire.ClientOptions;
import io.penstock.common.wire.ElementType;
import io.penstock.common.wire.PeerConnection;
import io.penstock.common.wire.PeerHello;
import io.penstock.common.wire.PeerLink;
import io.penstock.common.wire.PeerReceiver;
import io.penstock.common.wire.ServerOptions;
import io.penstock.common.wire.TensorHeader;
import io.penstock.common.wire.TensorKind;
import io.penstock.common.wire.TensorServer;
import io.penstock.common.wire.WireTransport;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One side of the transfer: a tensor server and a link back, on one event loop, with one buffer each way. */
final class Station implements AutoCloseable, PeerReceiver {

    private static final String SECRET = "benchmark";
    private static final long MAX_FRAME_BYTES = 1 << 28;
    /** So many that a credit on its way back is never waited for. */
    private static final int CREDITS = 64;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final WireTransport transport = new WireTransport("station", 1);
    private final Arena arena = Arena.ofShared();
    private final BlockingQueue<TensorHeader> mailbox = new ArrayBlockingQueue<>(2);
    private final TensorServer server;
    private final MemorySegment incoming;
    private final MemorySegment outgoing;
    private final TensorHeader header;
    private final boolean echoOnLoop;
    private @Nullable PeerLink link;
    private volatile @Nullable PeerConnection sender;

    /**
     * @param echoOnLoop whether an arrival is answered on the event loop, instead of being put into the mailbox
     */
    Station(int bytes, boolean echoOnLoop) throws IOException {
        this.echoOnLoop = echoOnLoop;
        incoming = arena.allocate(bytes, 64);
        outgoing = arena.allocate(bytes, 64);
        header = new TensorHeader(1, 0, TensorKind.FORWARD, 0, 0, 0, 0, ElementType.F32, List.of(bytes / 4));
        ServerOptions options = new ServerOptions("127.0.0.1", 0, SECRET, MAX_FRAME_BYTES, PATIENCE);
        server = new TensorServer(transport, options, (hello, connection) -> {
            sender = connection;
            return this;
        });
    }

    int port() {
        return server.port();
    }

    void dial(int port) throws IOException {
        link = PeerLink.connect(
                transport,
                new ClientOptions("127.0.0.1", port, MAX_FRAME_BYTES, PATIENCE),
                new PeerHello(SECRET, "benchmark", 1, 0, 1),
                Map.of(TensorKind.FORWARD, CREDITS));
    }

    void send() {
        PeerLink open = link;
        if (open == null) {
            throw new IllegalStateException("dial the other station first");
        }
        open.send(header, outgoing, () -> {});
    }

    /** Waits for the next arrival, as an executor waits for its mailbox. */
    TensorHeader take() throws InterruptedException {
        TensorHeader arrived = mailbox.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (arrived == null) {
            throw new IllegalStateException("no tensor came within " + PATIENCE);
        }
        return arrived;
    }

    @Override
    public MemorySegment open(TensorHeader header) {
        return incoming;
    }

    @Override
    public void complete(TensorHeader header) {
        PeerConnection from = sender;
        if (from == null) {
            throw new IllegalStateException("a tensor came without a connection");
        }
        if (echoOnLoop) {
            send();
        } else {
            mailbox.add(header);
        }
        from.giveBack(header.kind(), 1);
    }

    @Override
    public void aborted(TensorHeader header) {}

    @Override
    public void closed(String reason) {}

    @Override
    public void close() {
        transport.close();
        arena.close();
    }
}
