package io.penstock.stage.runtime;

import io.penstock.common.control.Assign.Peer;
import io.penstock.common.plan.Plan;
import io.penstock.common.wire.PeerConnection;
import io.penstock.common.wire.PeerHello;
import io.penstock.common.wire.PeerReceiver;
import io.penstock.common.wire.RefusedException;
import io.penstock.common.wire.ServerOptions;
import io.penstock.common.wire.TensorServer;
import io.penstock.common.wire.WireTransport;
import io.penstock.engine.backend.Backend;
import io.penstock.stage.network.PeerNetwork;
import io.penstock.stage.network.RunFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Real sockets on loopback, one tensor server a rank. */
final class NettyFabric implements Fabric {

    static final String SECRET = "test-secret";
    private static final long MAX_FRAME = 1L << 28;
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final WireTransport transport = new WireTransport("test-wire", 2);
    private final List<TensorServer> servers = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();
    private final Map<Integer, PeerNetwork> networks = new ConcurrentHashMap<>();
    private final Plan plan;
    private final Setup setup;

    NettyFabric(Plan plan, Setup setup) {
        this.plan = plan;
        this.setup = setup;
        for (int rank = 0; rank < setup.ranks; rank++) {
            int own = rank;
            TensorServer server = listen((hello, connection) -> accept(own, hello, connection));
            servers.add(server);
            peers.add(new Peer("worker-" + rank, "127.0.0.1", server.port()));
        }
    }

    private TensorServer listen(TensorServer.Acceptor acceptor) {
        try {
            return new TensorServer(
                    transport, new ServerOptions("127.0.0.1", 0, SECRET, MAX_FRAME, Duration.ofSeconds(1)), acceptor);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PeerReceiver accept(int rank, PeerHello hello, PeerConnection connection) throws RefusedException {
        PeerNetwork network = networks.get(rank);
        if (network == null) {
            throw new RefusedException("no job runs here");
        }
        return network.accept(hello, connection);
    }

    int port(int rank) {
        return servers.get(rank).port();
    }

    @Override
    public Network of(int rank, Backend backend) {
        PeerNetwork network = new PeerNetwork(frame(rank), backend, (kind, bytes, nanos) -> {});
        networks.put(rank, network);
        network.connect(transport, peers, SECRET, MAX_FRAME);
        return network;
    }

    private RunFrame frame(int rank) {
        return RunFrame.of(
                new RunFrame.Key("job", 1, DEADLINE),
                new Rank(plan, rank),
                setup.model.layers(),
                setup.memory.storage(),
                setup.batchSize,
                setup.tokens);
    }

    @Override
    public void fail(RunException cause) {
        networks.values().forEach(PeerNetwork::cancel);
    }

    @Override
    public void close() {
        networks.values().forEach(PeerNetwork::close);
        servers.forEach(TensorServer::close);
        transport.close();
    }
}
