package io.penstock.common.wire;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps what it receives; refuses another attempt than its own, as a mailbox does. */
final class RecordingPeer implements PeerReceiver {

    record Received(TensorHeader header, byte[] payload) {}

    final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger aborted = new AtomicInteger();
    final List<String> closed = new CopyOnWriteArrayList<>();
    private final long attempt;
    private MemorySegment current = MemorySegment.NULL;

    RecordingPeer(long attempt) {
        this.attempt = attempt;
    }

    @Override
    public MemorySegment open(TensorHeader header) throws RefusedException {
        if (header.attempt() != attempt) {
            throw new RefusedException("attempt is %d, must be %d".formatted(header.attempt(), attempt));
        }
        opened.incrementAndGet();
        current = Arena.ofAuto().allocate(header.payloadBytes());
        return current;
    }

    @Override
    public void complete(TensorHeader header) {
        received.add(new Received(header, current.toArray(ValueLayout.JAVA_BYTE)));
    }

    @Override
    public void aborted(TensorHeader header) {
        aborted.incrementAndGet();
    }

    @Override
    public void closed(String reason) {
        closed.add(reason);
    }
}
