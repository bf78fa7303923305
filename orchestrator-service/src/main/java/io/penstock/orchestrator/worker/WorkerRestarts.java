package io.penstock.orchestrator.worker;

/** Counts how often worker processes had to be started anew. */
public interface WorkerRestarts {

    long restarts();
}
