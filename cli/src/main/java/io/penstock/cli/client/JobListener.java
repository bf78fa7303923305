package io.penstock.cli.client;

/** Hears of a job's course while {@link Follower} follows it. */
public interface JobListener {

    /** The job is in a state, perhaps a new one. */
    void onState(JobView job);

    void onStep(StepRow row);

    void onEvaluation(Evaluation evaluation);

    void onWork(Work work);
}
