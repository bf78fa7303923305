package io.penstock.orchestrator.run;

import io.penstock.common.process.Backoff;
import io.penstock.orchestrator.job.Jobs;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the job store something as often as it takes, so that a run outlives an outage of its database. */
final class StorePatience {

    static final Duration FIRST = Duration.ofMillis(500);
    static final Duration LONGEST = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(StorePatience.class);

    private final Jobs jobs;
    private final String job;

    StorePatience(Jobs jobs, String job) {
        this.jobs = jobs;
        this.job = job;
    }

    /** Returns when the call went well; it may have been made several times. A wait ends with the process at the latest. */
    void insist(Runnable call) throws InterruptedException {
        Backoff backoff = new Backoff(FIRST, LONGEST);
        while (!succeeds(call)) {
            Thread.sleep(backoff.pause());
        }
    }

    private boolean succeeds(Runnable call) {
        try {
            call.run();
            return true;
        } catch (RuntimeException e) {
            if (!jobs.isStoreAway(e)) {
                throw e;
            }
            LOG.warn("job {}: the job store is away, asking again: {}", job, e.getMessage());
            return false;
        }
    }
}
