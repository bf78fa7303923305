package io.penstock.orchestrator.plan;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Where searches are made that take seconds: one at a time, on a thread of its own, so that neither runs nor other requests
 * wait for them.
 */
public final class PlanDesk implements AutoCloseable {

    private static final int MOST_WAITING = 16;

    private final Duration patience;
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform().daemon().name("plan-desk").factory());

    /** @param patience how long an answer is waited for */
    public PlanDesk(Duration patience) {
        this.patience = patience;
    }

    /**
     * Waits for an answer.
     *
     * @throws BusyPlanDeskException if too many wait already, or the answer takes too long
     */
    public <T> T ask(Callable<T> question) throws InterruptedException {
        Future<T> answer = submit(question);
        try {
            return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new BusyPlanDeskException(
                    "no answer came within %d s: ask again later".formatted(patience.toSeconds()));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    /** Does something later; nothing if too many wait already. */
    public void later(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            // it was only advice
        }
    }

    private <T> Future<T> submit(Callable<T> question) {
        try {
            return thread.submit(question);
        } catch (RejectedExecutionException e) {
            throw new BusyPlanDeskException("%d searches wait already: ask again later".formatted(MOST_WAITING));
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
