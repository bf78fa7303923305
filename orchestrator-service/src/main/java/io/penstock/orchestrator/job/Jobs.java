package io.penstock.orchestrator.job;

import io.penstock.common.plan.Plan;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The one door to stored jobs. Every change is made under one lock, checked against the table of states, durable, and
 * only then told to the listener, in order. While the store is away a change fails soon, and nothing has changed.
 */
public final class Jobs {

    private static final Duration LOCK = Duration.ofSeconds(5);

    private final ReentrantLock lock = new ReentrantLock();
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
    public Job submit(Job job) {
        return locked(() -> {
            Optional<Job> earlier = Optional.ofNullable(job.request().key())
                    .flatMap(store::findByRequestKey)
                    .or(() -> store.find(job.id()));
            if (earlier.isPresent()) {
                return repeated(earlier.get(), job);
            }
            store.insert(job);
            listener.accept(new JobEvent.Changed(null, job));
            return job;
        });
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
    public Job apply(String id, JobChange change) {
        return locked(() -> {
            Job before = get(id);
            Job after = before.after(change, clock.instant())
                    .orElseThrow(() -> new IllegalTransitionException(id, before.state(), change.trigger()));
            return changed(before, after);
        });
    }

    private Job changed(Job before, Job after) {
        store.update(after);
        listener.accept(new JobEvent.Changed(before.state(), after));
        return after;
    }

    /** Says why a job still waits. Nothing is written if it is known already or the job waits no more. */
    public void explainWaiting(String id, String reason) {
        locked(() -> {
            Job before = get(id);
            boolean news = before.state() == JobState.PENDING && !reason.equals(before.reason());
            return news ? changed(before, before.waitingBecause(reason)) : before;
        });
    }

    /**
     * Notes that a running job goes on with another plan for the same stages.
     *
     * @param fromStep the first step with it, from 1
     */
    public void reschedule(String id, Plan plan, long fromStep) {
        locked(() -> {
            Job after = get(id).rescheduled(plan);
            store.update(after);
            listener.accept(new JobEvent.Rescheduled(id, plan.schedule(), fromStep));
            return after;
        });
    }

    /** Stores finished steps and what is known after them. */
    public void record(String id, List<StepRow> rows, Measurements measurements) {
        locked(() -> {
            store.record(id, rows, measurements);
            listener.accept(new JobEvent.Stepped(id, rows, measurements));
            return rows;
        });
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
    public void delete(String id) {
        locked(() -> {
            Job job = get(id);
            if (!job.state().finished()) {
                throw new JobConflictException("job %s is %s: stop it before deleting it".formatted(id, job.state()));
            }
            store.delete(id);
            listener.accept(new JobEvent.Deleted(job));
            return job;
        });
    }

    private <T> T locked(Supplier<T> change) {
        try {
            if (!lock.tryLock(LOCK.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreBusyException(LOCK);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreBusyException(LOCK);
        }
        try {
            return change.get();
        } finally {
            lock.unlock();
        }
    }

    /** True if a call failed because the store cannot be reached now: the same call may succeed later. */
    public boolean isStoreAway(RuntimeException failure) {
        return failure instanceof StoreBusyException || store.isAway(failure);
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

    /** The jobs that have workers, oldest first. */
    public List<Job> active() {
        return store.oldest(List.of(JobState.PLANNED, JobState.STARTING, JobState.RUNNING), Integer.MAX_VALUE);
    }

    /** Fails what ran when the process before this one ended; what waited goes on waiting. */
    public void recover() {
        for (Job job : active()) {
            apply(
                    job.id(),
                    JobChange.of(
                            JobTrigger.ORCHESTRATOR_RESTART,
                            "the orchestrator restarted while the job was %s: %s"
                                    .formatted(job.state(), job.howToRepeat())));
        }
    }
}
