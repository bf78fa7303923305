package io.penstock.orchestrator.job;

/** Where a job stands. What leads from one state to the next is in {@link JobTransitions}. */
public enum JobState {
    /** Accepted and stored, waiting for workers. */
    PENDING,
    /** Workers are reserved and the plan is made. */
    PLANNED,
    /** Workers load data and build their stages. */
    STARTING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    STOPPED;

    /** True if nothing happens to the job any more. */
    public boolean finished() {
        return switch (this) {
            case PENDING, PLANNED, STARTING, RUNNING -> false;
            case SUCCEEDED, FAILED, STOPPED -> true;
        };
    }
}
