package io.penstock.stage.network;

import io.penstock.common.wire.PeerConnection;
import io.penstock.common.wire.PeerReceiver;
import io.penstock.common.wire.RefusedException;
import io.penstock.common.wire.TensorHeader;
import io.penstock.common.wire.TensorKind;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Tensor;
import io.penstock.stage.runtime.Mailbox;
import io.penstock.stage.runtime.RunException;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Frames of one peer on their way into the mailbox: checked, then allocated, then filled straight from the socket. */
final class Inbound implements PeerReceiver {

    private final int fromRank;
    private final PeerConnection connection;
    private final FrameRules rules;
    private final Credits credits;
    private final Backend backend;
    private final Mailbox mailbox;
    private final Map<TensorKind, AtomicInteger> held = new EnumMap<>(TensorKind.class);
    private final Map<TensorKind, Integer> taken = new EnumMap<>(TensorKind.class);
    private @Nullable Tensor arriving;

    Inbound(
            int fromRank,
            PeerConnection connection,
            FrameRules rules,
            Credits credits,
            Backend backend,
            Mailbox mailbox) {
        this.fromRank = fromRank;
        this.connection = connection;
        this.rules = rules;
        this.credits = credits;
        this.backend = backend;
        this.mailbox = mailbox;
        for (TensorKind kind : TensorKind.values()) {
            held.put(kind, new AtomicInteger());
        }
    }

    @Override
    public MemorySegment open(TensorHeader header) throws RefusedException {
        rules.check(fromRank, header);
        int limit = 2 * credits.depth(header.kind());
        if (held(header.kind()).incrementAndGet() > limit) {
            throw new RefusedException("rank %d sent more than the %d %s frames it has credit for"
                    .formatted(fromRank, limit, header.kind()));
        }
        Tensor tensor = backend.allocate(TensorBytes.engineType(header.elementType()), TensorBytes.shape(header));
        arriving = tensor;
        return backend.hostWrite(tensor);
    }

    @Override
    public void complete(TensorHeader header) {
        Tensor tensor = arriving;
        if (tensor != null) {
            arriving = null;
            backend.hostWritten(tensor);
            mailbox.put(TensorBytes.key(header), tensor);
        }
    }

    @Override
    public void aborted(TensorHeader header) {
        Tensor tensor = arriving;
        if (tensor != null) {
            arriving = null;
            tensor.close();
        }
    }

    @Override
    public void closed(String reason) {
        mailbox.fail(RunException.ofPeer(fromRank, "lost rank %d: %s".formatted(fromRank, reason)));
    }

    /** A frame of the kind was taken out of the mailbox. Called by the run's thread only. */
    void taken(TensorKind kind) {
        int depth = credits.depth(kind);
        if (taken.merge(kind, 1, Integer::sum) == depth) {
            taken.put(kind, 0);
            held(kind).addAndGet(-depth);
            connection.giveBack(kind, depth);
        }
    }

    private AtomicInteger held(TensorKind kind) {
        return Objects.requireNonNull(held.get(kind));
    }

    void close(String reason) {
        connection.close(reason);
    }
}
