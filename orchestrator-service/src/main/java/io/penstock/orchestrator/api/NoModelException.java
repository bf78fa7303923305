package io.penstock.orchestrator.api;

import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobState;

/** A job has no model, or none yet. */
final class NoModelException extends RuntimeException {

    private final boolean forGood;

    private NoModelException(String message, boolean forGood) {
        super(message);
        this.forGood = forGood;
    }

    static NoModelException of(Job job) {
        if (!job.state().finished()) {
            return new NoModelException(
                    "job %s is %s: its model is there once it is %s"
                            .formatted(job.id(), job.state(), JobState.SUCCEEDED),
                    false);
        }
        String why = job.state() == JobState.SUCCEEDED ? "none was stored" : "it is " + job.state();
        return new NoModelException(
                "job %s has no model: %s".formatted(job.id(), job.reason() == null ? why : job.reason()), true);
    }

    static NoModelException withoutFile(String id, String file) {
        return new NoModelException(
                "the model of job %s has no file %s: GET /jobs/%s/model lists them".formatted(id, file, id), true);
    }

    /** False if asking again later helps. */
    boolean forGood() {
        return forGood;
    }
}
