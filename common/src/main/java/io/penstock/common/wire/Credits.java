package io.penstock.common.wire;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How many more frames of each kind may be sent: what the receiver's mailbox has room for. */
final class Credits {

    private final Map<TensorKind, Integer> granted;
    private final Map<TensorKind, Integer> left;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean closed;

    Credits(Map<TensorKind, Integer> granted) {
        this.granted = Map.copyOf(granted);
        this.left = new EnumMap<>(TensorKind.class);
        left.putAll(granted);
    }

    /** Waits until a credit is there, without taking it; false if it was closed or the time has passed. */
    boolean await(TensorKind kind, Duration timeout) throws InterruptedException {
        long rest = timeout.toNanos();
        lock.lockInterruptibly();
        try {
            while (!closed && of(left, kind) == 0) {
                if (rest <= 0) {
                    return false;
                }
                rest = changed.awaitNanos(rest);
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** @throws IllegalStateException if none is left */
    void take(TensorKind kind) {
        lock.lock();
        try {
            if (of(left, kind) == 0) {
                throw new IllegalStateException(
                        "no %s credit is left of %d: await one before each send".formatted(kind, of(granted, kind)));
            }
            left.merge(kind, -1, Integer::sum);
        } finally {
            lock.unlock();
        }
    }

    void giveBack(TensorKind kind, int count) throws RefusedException {
        lock.lock();
        try {
            long sum = (long) of(left, kind) + count;
            if (sum > of(granted, kind)) {
                throw new RefusedException("%d %s credits came back, then %d of %d would be left"
                        .formatted(count, kind, sum, of(granted, kind)));
            }
            left.put(kind, (int) sum);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static int of(Map<TensorKind, Integer> credits, TensorKind kind) {
        return credits.getOrDefault(kind, 0);
    }
}
