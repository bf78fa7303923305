package io.penstock.orchestrator.plan;

import io.penstock.orchestrator.job.JobState;

/** A run cannot change to a schedule. The message says why and what to do. */
public final class RescheduleRefusedException extends RuntimeException {

    public RescheduleRefusedException(String message) {
        super(message);
    }

    /** A job that does not run executes nothing. */
    public static RescheduleRefusedException notRunning(String job, JobState state) {
        return new RescheduleRefusedException(
                "job %s is %s: only the schedule of a running job can change".formatted(job, state));
    }
}
