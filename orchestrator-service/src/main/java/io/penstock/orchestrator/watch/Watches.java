package io.penstock.orchestrator.watch;

import io.penstock.orchestrator.job.JobEvent;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Hands each job's events to those who watch it, and never waits for any of them. */
@Component
public final class Watches {

    static final int MOST = 256;

    private final Set<Watch> open = ConcurrentHashMap.newKeySet();

    /**
     * Begins to collect a job's events.
     *
     * @throws TooManyWatchersException if there are too many watchers already
     */
    public Watch open(String job) {
        if (open.size() >= MOST) {
            throw new TooManyWatchersException(MOST);
        }
        Watch watch = new Watch(job, open::remove);
        open.add(watch);
        return watch;
    }

    /** How many watch now. */
    public int count() {
        return open.size();
    }

    @EventListener
    void happened(JobEvent event) {
        for (Watch watch : open) {
            if (watch.job().equals(event.job())) {
                watch.offer(event);
            }
        }
    }

    /** Ends all streams, so that a graceful end of the web server need not wait for them. */
    @EventListener(ContextClosedEvent.class)
    @Order(Ordered.LOWEST_PRECEDENCE)
    void end() {
        open.forEach(Watch::end);
    }
}
