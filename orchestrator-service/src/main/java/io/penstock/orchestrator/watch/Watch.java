package io.penstock.orchestrator.watch;

import io.penstock.orchestrator.job.JobEvent;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One watcher's bounded view of one job's events. A watcher that lags too far behind is cut off. */
public final class Watch implements AutoCloseable {

    static final int MOST_EVENTS = 64;
    private static final Duration GLANCE = Duration.ofMillis(250);

    private final String job;
    private final Consumer<Watch> onClose;
    private final BlockingQueue<JobEvent> events = new ArrayBlockingQueue<>(MOST_EVENTS);
    private volatile boolean over;

    Watch(String job, Consumer<Watch> onClose) {
        this.job = job;
        this.onClose = onClose;
    }

    String job() {
        return job;
    }

    void offer(JobEvent event) {
        if (!events.offer(event)) {
            end();
        }
    }

    void end() {
        over = true;
    }

    /** True if no event will follow any more: the watcher was too slow, or the orchestrator ends. */
    public boolean isOver() {
        return over;
    }

    /** The next event, or null if none came within the time or the watch is over. */
    public @Nullable JobEvent next(Duration wait) throws InterruptedException {
        long start = System.nanoTime();
        JobEvent event = null;
        while (event == null && !over && System.nanoTime() - start < wait.toNanos()) {
            event = events.poll(GLANCE.toNanos(), TimeUnit.NANOSECONDS);
        }
        return event;
    }

    @Override
    public void close() {
        end();
        onClose.accept(this);
    }
}
