package io.penstock.orchestrator.run;

import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.StepRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Stores the rows of a run in batches, so that the database is asked a few times a second however short the steps are.
 * What watchers see is what is stored.
 */
final class Recorder {

    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final int MOST_ROWS = 256;

    private final Jobs jobs;
    private final String job;
    private final Scoreboard scores;
    private final List<StepRow> rows = new ArrayList<>();
    private long lastFlushNanos = System.nanoTime() - PERIOD.toNanos();

    Recorder(Jobs jobs, String job, Scoreboard scores) {
        this.jobs = jobs;
        this.job = job;
        this.scores = scores;
    }

    void add(StepRow row) {
        rows.add(row);
        flushIfDue();
    }

    void flushIfDue() {
        if (!rows.isEmpty() && (rows.size() >= MOST_ROWS || !untilDue().isPositive())) {
            flush();
        }
    }

    void flush() {
        jobs.record(job, List.copyOf(rows), scores.measurements());
        rows.clear();
        lastFlushNanos = System.nanoTime();
    }

    /** How long a wait may last before something is due; long if nothing is to be stored. */
    Duration untilDue() {
        return rows.isEmpty() ? Duration.ofSeconds(1) : PERIOD.minusNanos(System.nanoTime() - lastFlushNanos);
    }
}
