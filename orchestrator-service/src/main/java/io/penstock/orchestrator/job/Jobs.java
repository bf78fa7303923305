package io.penstock.orchestrator.job;

import io.penstock.common.plan.Plan;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The one door to stored jobs. Every change is made under one lock, checked against the table of states, durable, and
 * only then told to the listener, in order.
 */
public final class Jobs {

    private final JobStore store;
    private final Consumer<JobEvent> listener;
    private final Clock clock;

    public Jobs(JobStore store, Consumer<JobEvent> listener, Clock clock) {
        this.store = store;
        this.listener = listener;
        this.clock = clock;
    }

    /**
     * Stores a new job, or finds the one that the same request made before.
     *
     * @throws JobConflictException if the id or the key is taken by a job with another body
     */
    public synchronized Job submit(Job job) {
        Optional<Job> earlier = Optional.ofNullable(job.request().key())
                .flatMap(store::findByRequestKey)
                .or(() -> store.find(job.id()));
        if (earlier.isPresent()) {
            return repeated(earlier.get(), job);
        }
        store.insert(job);
        listener.accept(new JobEvent.Changed(null, job));
        return job;
    }

    private static Job repeated(Job earlier, Job job) {
        if (!earlier.request().bodyHash().equals(job.request().bodyHash())) {
            throw new JobConflictException(
                    "job %s was made from a different body: use another id or Idempotency-Key".formatted(earlier.id()));
        }
        return earlier;
    }

    /**
     * Lets something happen to a job.
     *
     * @throws IllegalTransitionException if its state does not allow it
     */
    public synchronized Job apply(String id, JobChange change) {
        Job before = get(id);
        Job after = before.after(change, clock.instant())
                .orElseThrow(() -> new IllegalTransitionException(id, before.state(), change.trigger()));
        store.update(after);
        listener.accept(new JobEvent.Changed(before.state(), after));
        return after;
    }

    /** Says why a job still waits. Nothing is written if it is known already or the job waits no more. */
    public synchronized void explainWaiting(String id, String reason) {
        Job before = get(id);
        if (before.state() == JobState.PENDING && !reason.equals(before.reason())) {
            Job after = before.waitingBecause(reason);
            store.update(after);
            listener.accept(new JobEvent.Changed(before.state(), after));
        }
    }

    /**
     * Notes that a running job goes on with another plan for the same stages.
     *
     * @param fromStep the first step with it, from 1
     */
    public synchronized void reschedule(String id, Plan plan, long fromStep) {
        store.update(get(id).rescheduled(plan));
        listener.accept(new JobEvent.Rescheduled(id, plan.schedule(), fromStep));
    }

    /** Stores finished steps and what is known after them. */
    public synchronized void record(String id, List<StepRow> rows, Measurements measurements) {
        store.record(id, rows, measurements);
        listener.accept(new JobEvent.Stepped(id, rows, measurements));
    }

    public void generated(JobEvent.Generated generation) {
        listener.accept(generation);
    }

    public void worked(JobEvent.Worked work) {
        listener.accept(work);
    }

    public void evaluated(JobEvent.Evaluated evaluation) {
        listener.accept(evaluation);
    }

    /**
     * Forgets a finished job and its steps.
     *
     * @throws JobConflictException if it is not finished
     */
    public synchronized void delete(String id) {
        Job job = get(id);
        if (!job.state().finished()) {
            throw new JobConflictException("job %s is %s: stop it before deleting it".formatted(id, job.state()));
        }
        store.delete(id);
        listener.accept(new JobEvent.Deleted(job));
    }

    /** @throws UnknownJobException if there is none */
    public Job get(String id) {
        return store.find(id).orElseThrow(() -> new UnknownJobException(id));
    }

    /** The job that waits longest. */
    public Optional<Job> nextPending() {
        return store.oldest(List.of(JobState.PENDING), 1).stream().findFirst();
    }

    public List<Job> newest(int limit, int skip) {
        return store.newest(limit, skip);
    }

    public long count(JobState state) {
        return store.count(state);
    }

    public List<StepRow> rows(String id, long from, long to, int limit) {
        return rows(id, from, to, 1, limit);
    }

    /** Rows of steps from..to, both inclusive, in order: the first and then every so many steps. */
    public List<StepRow> rows(String id, long from, long to, long every, int limit) {
        get(id);
        return store.rows(id, from, to, every, limit);
    }

    /** Fails what ran when the process before this one ended; what waited goes on waiting. */
    public void recover() {
        List<JobState> active = List.of(JobState.PLANNED, JobState.STARTING, JobState.RUNNING);
        for (Job job : store.oldest(active, Integer.MAX_VALUE)) {
            apply(
                    job.id(),
                    JobChange.of(
                            JobTrigger.ORCHESTRATOR_RESTART,
                            "the orchestrator restarted while the job was %s: submit it again".formatted(job.state())));
        }
    }
}
