package io.penstock.stage.worker;

import io.penstock.common.control.Grant;
import io.penstock.common.control.RunLength;
import io.penstock.stage.runtime.RunException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** How far the driver allows a run to go; written by the control connection, awaited by the run's thread. */
final class GrantBox {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Duration deadline;
    private @Nullable Grant grant;
    private boolean released;

    GrantBox(Duration deadline) {
        this.deadline = deadline;
    }

    void grant(Grant latest) {
        lock.lock();
        try {
            grant = latest;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void release() {
        lock.lock();
        try {
            released = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns when the step is granted.
     *
     * @throws RunException if the run was released, or the driver says nothing until the deadline
     */
    RunLength awaitStep(long step) {
        return await(step, step + 1);
    }

    /**
     * Returns with the first grant, which may be one of no step.
     *
     * @throws RunException as {@link #awaitStep} does
     */
    RunLength awaitLength() {
        return await(0, 0);
    }

    private RunLength await(long step, long until) {
        lock.lock();
        try {
            long nanos = deadline.toNanos();
            while (!released) {
                if (grant != null && grant.untilStep() >= until) {
                    return grant.length();
                }
                if (nanos <= 0) {
                    throw RunException.ofPeer(
                            -1, "step %d was not granted within %d s".formatted(step, deadline.toSeconds()));
                }
                nanos = changed.awaitNanos(nanos);
            }
            throw RunException.cancelled();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunException.cancelled();
        } finally {
            lock.unlock();
        }
    }

    /** Returns when the run is released, or the deadline has passed. */
    void awaitRelease() {
        lock.lock();
        try {
            long nanos = deadline.toNanos();
            while (!released && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    boolean released() {
        lock.lock();
        try {
            return released;
        } finally {
            lock.unlock();
        }
    }
}
