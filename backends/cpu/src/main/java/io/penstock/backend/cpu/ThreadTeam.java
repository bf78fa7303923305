package io.penstock.backend.cpu;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a backend: the caller and its helpers, who each take one fixed part of a kernel. Helpers that have nothing to
 * do look for work for some microseconds and then sleep. Only one thread at a time calls {@link #run}.
 */
final class ThreadTeam implements AutoCloseable {

    /** A kernel on the items from (inclusive) to (exclusive). */
    interface Task {
        void run(long from, long to);
    }

    /** Less work than this is not worth handing over. */
    private static final double PART_NANOS = 10_000;

    private static final int SPINS = 2_000;
    private static final long CLOSE_SECONDS = 10;

    private final Helper[] helpers;

    ThreadTeam(int threads) {
        helpers = new Helper[threads - 1];
        for (int i = 0; i < helpers.length; i++) {
            helpers[i] = new Helper("cpu-kernel-" + (i + 1));
            helpers[i].start();
        }
    }

    /** Runs the task on all items, in as many parts as their estimated time is worth, and returns when all are done. */
    void run(long items, double nanosPerItem, Task task) {
        long worth = Math.max(1, (long) (items * nanosPerItem / PART_NANOS));
        int parts = (int) Math.min(Math.min(worth, items), helpers.length + 1);
        if (parts <= 1) {
            task.run(0, items);
            return;
        }
        for (int i = 1; i < parts; i++) {
            helpers[i - 1].begin(task, items * i / parts, items * (i + 1) / parts);
        }
        Throwable failure = null;
        try {
            task.run(0, items / parts);
        } catch (Error | RuntimeException e) {
            failure = e;
        }
        for (int i = 1; i < parts; i++) {
            Throwable other = helpers[i - 1].await();
            failure = failure == null ? other : failure;
        }
        rethrow(failure);
    }

    private static void rethrow(@Nullable Throwable failure) {
        switch (failure) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            default -> throw new IllegalStateException(failure);
        }
    }

    @Override
    public void close() {
        for (Helper helper : helpers) {
            helper.end();
        }
    }

    private static final class Helper extends Thread {

        private enum State {
            IDLE,
            WORKING,
            ENDED
        }

        private volatile State state = State.IDLE;
        private volatile boolean asleep;
        private volatile @Nullable Thread waiter;
        private @Nullable Task task;
        private @Nullable Throwable failure;
        private long from;
        private long to;

        Helper(String name) {
            super(name);
            setDaemon(true);
        }

        void begin(Task next, long first, long end) {
            task = next;
            from = first;
            to = end;
            change(State.WORKING);
        }

        private void change(State next) {
            state = next;
            if (asleep) {
                LockSupport.unpark(this);
            }
        }

        /** Returns when the part is done, with what it threw. */
        @Nullable
        Throwable await() {
            for (int spins = 0; spins < SPINS && state == State.WORKING; spins++) {
                Thread.onSpinWait();
            }
            waiter = Thread.currentThread();
            while (state == State.WORKING) {
                LockSupport.park(this);
            }
            waiter = null;
            return failure;
        }

        @Override
        public void run() {
            while (nextState() == State.WORKING) {
                failure = null;
                try {
                    if (task != null) {
                        task.run(from, to);
                    }
                } catch (Throwable e) {
                    failure = e;
                }
                task = null;
                state = State.IDLE;
                LockSupport.unpark(waiter);
            }
        }

        private State nextState() {
            for (int spins = 0; spins < SPINS; spins++) {
                if (state != State.IDLE) {
                    return state;
                }
                Thread.onSpinWait();
            }
            asleep = true;
            while (state == State.IDLE) {
                LockSupport.park(this);
            }
            asleep = false;
            return state;
        }

        void end() {
            change(State.ENDED);
            try {
                join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
