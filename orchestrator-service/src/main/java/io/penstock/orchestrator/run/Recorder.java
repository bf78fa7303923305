package io.penstock.orchestrator.run;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.RecordedSteps;
import io.penstock.orchestrator.job.StepRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Stores the rows and timelines of a run in batches, so that the database is asked a few times a second however short the steps are.
 * What watchers see is what is stored.
 */
final class Recorder {

    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final int MOST_ROWS = 256;

    private final Jobs jobs;
    private final RecordedSteps timelines;
    private final String job;
    private final Scoreboard scores;
    private final List<StepRow> rows = new ArrayList<>();
    private final List<MeasuredStep> recorded = new ArrayList<>();
    private long lastFlushNanos = System.nanoTime() - PERIOD.toNanos();

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
        }
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
        if (!recorded.isEmpty()) {
            timelines.add(job, recorded);
            recorded.clear();
        }
        lastFlushNanos = System.nanoTime();
    }

    /** How long a wait may last before something is due; long if nothing is to be stored. */
    Duration untilDue() {
        return rows.isEmpty() ? Duration.ofSeconds(1) : PERIOD.minusNanos(System.nanoTime() - lastFlushNanos);
    }
}
