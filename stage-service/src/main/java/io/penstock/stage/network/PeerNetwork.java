package io.penstock.stage.network;

import io.penstock.common.control.Assign.Peer;
import io.penstock.common.wire.ClientOptions;
import io.penstock.common.wire.PeerConnection;
import io.penstock.common.wire.PeerHello;
import io.penstock.common.wire.PeerLink;
import io.penstock.common.wire.PeerReceiver;
import io.penstock.common.wire.RefusedException;
import io.penstock.common.wire.TensorHeader;
import io.penstock.common.wire.TensorKind;
import io.penstock.common.wire.WireTransport;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Tensor;
import io.penstock.stage.runtime.Mailbox;
import io.penstock.stage.runtime.Network;
import io.penstock.stage.runtime.RunException;
import io.penstock.stage.runtime.TensorKey;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One rank's tensors over TCP: a link to each peer that it sends to, and a mailbox for what the peers send. */
public final class PeerNetwork implements Network {

    private static final long RETRY_MILLIS = 20;

    private final RunFrame run;
    private final Backend backend;
    private final TransferListener transfers;
    private final Mailbox mailbox;
    private final FrameRules rules;
    private final Credits credits;
    private final Map<Integer, PeerLink> links = new ConcurrentHashMap<>();
    private final Map<Integer, Inbound> inbound = new ConcurrentHashMap<>();

    public PeerNetwork(RunFrame run, Backend backend, TransferListener transfers) {
        this.run = run;
        this.backend = backend;
        this.transfers = transfers;
        this.mailbox = new Mailbox(run.deadline());
        this.rules = new FrameRules(run);
        this.credits = Credits.of(run.rank());
    }

    /**
     * Takes the connection of a peer. Called on an event loop.
     *
     * @throws RefusedException if the hello is not of this run or rank
     */
    public PeerReceiver accept(PeerHello hello, PeerConnection connection) throws RefusedException {
        run.check(hello);
        Inbound peer = new Inbound(hello.fromRank(), connection, rules, credits, backend, mailbox);
        if (inbound.putIfAbsent(hello.fromRank(), peer) != null) {
            throw new RefusedException("rank %d is connected already".formatted(hello.fromRank()));
        }
        return peer;
    }

    /**
     * Dials every peer that this rank sends to, again and again until it accepts.
     *
     * @throws RunException if one does not accept before the deadline
     */
    public void connect(WireTransport transport, List<Peer> peers, String secret, long maxFrameBytes) {
        long end = System.nanoTime() + run.deadline().toNanos();
        for (int rank : run.receivers()) {
            Peer peer = peers.get(rank);
            PeerHello hello =
                    new PeerHello(secret, run.job(), run.attempt(), run.rank().rank(), rank);
            ClientOptions options = new ClientOptions(peer.host(), peer.port(), maxFrameBytes, run.deadline());
            PeerLink link = dial(transport, options, hello, end);
            links.put(rank, link);
            link.onClose(reason -> mailbox.fail(RunException.ofPeer(rank, "lost rank %d: %s".formatted(rank, reason))));
        }
    }

    private PeerLink dial(WireTransport transport, ClientOptions options, PeerHello hello, long end) {
        while (true) {
            mailbox.throwIfFailed();
            try {
                return PeerLink.connect(transport, options, hello, credits.granted());
            } catch (IOException e) {
                if (System.nanoTime() >= end) {
                    throw RunException.ofPeer(
                            hello.toRank(), "rank %d cannot be reached: %s".formatted(hello.toRank(), e.getMessage()));
                }
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunException.cancelled();
        }
    }

    @Override
    public void awaitRoom(int rank, TensorKind kind) {
        if (rank == run.rank().rank()) {
            return;
        }
        try {
            if (!link(rank).awaitCredit(kind, run.deadline())) {
                mailbox.throwIfFailed();
                throw RunException.ofPeer(
                        rank,
                        "waited %d s for room at rank %d for a %s tensor"
                                .formatted(run.deadline().toSeconds(), rank, kind));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunException.cancelled();
        }
    }

    @Override
    public void send(int rank, TensorKey key, Tensor tensor) {
        if (rank == run.rank().rank()) {
            mailbox.put(key, tensor);
            return;
        }
        TensorHeader header = TensorBytes.header(run, key, tensor);
        long bytes = tensor.bytes();
        long start = System.nanoTime();
        link(rank).send(header, backend.hostRead(tensor), () -> {
            tensor.close();
            transfers.sent(key.kind(), bytes, System.nanoTime() - start);
        });
    }

    @Override
    public Tensor receive(int rank, TensorKey key) {
        Tensor tensor = mailbox.take(rank, key);
        Inbound peer = inbound.get(rank);
        if (peer != null) {
            peer.taken(key.kind());
        }
        return tensor;
    }

    @Override
    public long lastArrival() {
        return mailbox.lastArrival();
    }

    /** Wakes whoever waits; the run ends with {@link RunException#cancelled}. */
    public void cancel() {
        mailbox.fail(RunException.cancelled());
        links.values().forEach(PeerLink::close);
    }

    private PeerLink link(int rank) {
        PeerLink link = links.get(rank);
        if (link == null) {
            throw new IllegalStateException(
                    "rank %d has no link to rank %d".formatted(run.rank().rank(), rank));
        }
        return link;
    }

    @Override
    public void close() {
        links.values().forEach(PeerLink::close);
        inbound.values().forEach(peer -> peer.close("the run has ended"));
        mailbox.close();
    }
}
