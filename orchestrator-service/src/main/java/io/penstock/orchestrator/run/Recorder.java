package io.penstock.orchestrator.run;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.process.Backoff;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.RecordedSteps;
import io.penstock.orchestrator.job.StepRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the rows and timelines of a run in batches, so that the database is asked a few times a second however short the steps are.
 * What watchers see is what is stored. While the store is away the run goes on, until {@value #MOST_KEPT} steps wait.
 */
final class Recorder {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final int MOST_ROWS = 256;
    private static final int MOST_KEPT = 4096;
    private static final int MOST_TIMELINES = RecordedSteps.FIRST + RecordedSteps.NEWEST;

    private final Jobs jobs;
    private final RecordedSteps timelines;
    private final String job;
    private final Scoreboard scores;
    private final List<StepRow> rows = new ArrayList<>();
    private final List<MeasuredStep> recorded = new ArrayList<>();
    private final Backoff backoff = new Backoff(StorePatience.FIRST, StorePatience.LONGEST);
    private boolean away;
    private Duration pause = PERIOD;
    private long lastNanos = System.nanoTime() - PERIOD.toNanos();

    Recorder(Jobs jobs, RecordedSteps timelines, String job, Scoreboard scores) {
        this.jobs = jobs;
        this.timelines = timelines;
        this.job = job;
        this.scores = scores;
    }

    void add(StepRow row, MeasuredStep measured) {
        rows.add(row);
        if (measured.timeline() != null) {
            recorded.add(measured);
            if (recorded.size() > MOST_TIMELINES) {
                recorded.remove(RecordedSteps.FIRST);
            }
        }
        flushIfDue();
    }

    void flushIfDue() {
        boolean full = !away && rows.size() >= MOST_ROWS;
        if (!rows.isEmpty() && (full || !untilDue().isPositive())) {
            flush();
        }
    }

    /** Stores what is there; keeps it for the next time if the store is away. */
    void flush() {
        try {
            store();
        } catch (RuntimeException e) {
            if (!jobs.isStoreAway(e)) {
                throw e;
            }
            away = true;
            pause = backoff.pause();
            LOG.warn("job {}: the job store is away, {} steps wait: {}", job, rows.size(), e.getMessage());
        }
        lastNanos = System.nanoTime();
    }

    /** Stores what is there, or fails. May be called again. */
    void store() {
        jobs.record(job, List.copyOf(rows), scores.measurements());
        rows.clear();
        if (!recorded.isEmpty()) {
            timelines.add(job, recorded);
            recorded.clear();
        }
        away = false;
        pause = PERIOD;
        backoff.reset();
    }

    /** Waits while too many steps wait to be stored. */
    void awaitRoom(Duration limit) throws InterruptedException {
        Deadline deadline = new Deadline(limit);
        while (rows.size() >= MOST_KEPT) {
            if (deadline.isOver()) {
                throw new RunFault("the job store was away for %s while %d steps waited to be stored: bring it back"
                        .formatted(deadline.limitText(), rows.size()));
            }
            Thread.sleep(Math.max(1, untilDue().toMillis()));
            flushIfDue();
        }
    }

    /** How long a wait may last before something is due; long if nothing is to be stored. */
    Duration untilDue() {
        return rows.isEmpty() ? Duration.ofSeconds(1) : pause.minusNanos(System.nanoTime() - lastNanos);
    }
}
