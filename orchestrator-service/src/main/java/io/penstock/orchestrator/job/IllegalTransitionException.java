package io.penstock.orchestrator.job;

/** Something was asked of a job that its state does not allow. */
public final class IllegalTransitionException extends RuntimeException {

    public IllegalTransitionException(String job, JobState state, JobTrigger trigger) {
        super("job %s is %s, so \"%s\" is not possible".formatted(job, state, trigger.text()));
    }
}
