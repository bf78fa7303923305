package io.penstock.engine.progress;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs how far long work is, every few seconds. Used by one thread. */
public final class ProgressLog implements Progress {

    private static final Logger log = LoggerFactory.getLogger(ProgressLog.class);
    private static final long PAUSE = Duration.ofSeconds(5).toNanos();

    private final String job;
    private long last = System.nanoTime();

    public ProgressLog(String job) {
        this.job = job;
    }

    @Override
    public void report(String what, long done, long total) {
        long now = System.nanoTime();
        if (now - last >= PAUSE) {
            last = now;
            log.info("job {}: {}, {} of {} ({} %)", job, what, done, total, total == 0 ? 100 : 100 * done / total);
        }
    }
}
