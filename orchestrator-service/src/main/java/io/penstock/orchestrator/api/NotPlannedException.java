package io.penstock.orchestrator.api;

import io.penstock.orchestrator.job.Job;

/** A job that waits has no schedule yet. */
final class NotPlannedException extends RuntimeException {

    NotPlannedException(Job job) {
        super("job %s is %s and has no plan: POST /plans shows one without running it"
                .formatted(job.id(), job.state()));
    }
}
