package io.penstock.stage.runtime;

import io.penstock.engine.tensor.Tensor;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Tensors that arrived and were not taken yet. Credits bound how many there are; the order of arrival never matters. One
 * thread takes, any thread puts.
 */
public final class Mailbox implements AutoCloseable {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<TensorKey, Arrived> waiting = new HashMap<>();
    private final Duration deadline;
    private @Nullable RunException failure;
    private long lastArrival;

    private record Arrived(Tensor tensor, long nanos) {}

    /** @param deadline how long {@link #take} waits at most */
    public Mailbox(Duration deadline) {
        this.deadline = deadline;
    }

    /** Stores a tensor and takes over its reference. */
    public void put(TensorKey key, Tensor tensor) {
        lock.lock();
        try {
            if (failure != null) {
                tensor.close();
                return;
            }
            Arrived old = waiting.put(key, new Arrived(tensor, System.nanoTime()));
            if (old != null) {
                old.tensor().close();
                failWhileLocked(RunException.ofPeer(-1, "received twice: " + key));
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the tensor.
     *
     * @throws RunException when the deadline passes, naming rank and tensor, or the failure that ended the run
     */
    public Tensor take(int fromRank, TensorKey key) {
        lock.lock();
        try {
            long nanos = deadline.toNanos();
            Arrived arrived = waiting.remove(key);
            while (arrived == null) {
                throwIfFailed();
                if (nanos <= 0) {
                    throw RunException.ofPeer(
                            fromRank, "waited %d s for rank %d: %s".formatted(deadline.toSeconds(), fromRank, key));
                }
                nanos = changed.awaitNanos(nanos);
                arrived = waiting.remove(key);
            }
            lastArrival = arrived.nanos();
            return arrived.tensor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunException.cancelled();
        } finally {
            lock.unlock();
        }
    }

    /** Throws the failure that ended the run, if one did. */
    public void throwIfFailed() {
        lock.lock();
        try {
            if (failure != null) {
                throw failure;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the run: whoever waits gets this failure. The first one counts. */
    public void fail(RunException cause) {
        lock.lock();
        try {
            failWhileLocked(cause);
        } finally {
            lock.unlock();
        }
    }

    private void failWhileLocked(RunException cause) {
        if (failure == null) {
            failure = cause;
        }
        changed.signalAll();
    }

    /** The nanoTime at which the tensor that was taken last had arrived. For the thread that takes. */
    public long lastArrival() {
        return lastArrival;
    }

    public int size() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Frees what was never taken. */
    @Override
    public void close() {
        lock.lock();
        try {
            failWhileLocked(RunException.cancelled());
            waiting.values().forEach(arrived -> arrived.tensor().close());
            waiting.clear();
        } finally {
            lock.unlock();
        }
    }
}
