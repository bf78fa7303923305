package io.penstock.orchestrator.fake;

import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobState;
import io.penstock.orchestrator.job.JobStore;
import io.penstock.orchestrator.job.Measurements;
import io.penstock.orchestrator.job.StepRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A store for tests that need no database. */
public final class MemoryJobStore implements JobStore {

    private final Map<String, Job> jobs = new TreeMap<>();
    private final Map<String, Measurements> measurements = new TreeMap<>();
    private final Map<String, List<StepRow>> rows = new TreeMap<>();
    private JobState refused;
    private boolean away;
    private int refusals;

    /** Makes every attempt to store a job in this state fail. */
    public synchronized void refuse(JobState state) {
        refused = state;
    }

    /** Makes every call fail, or work again. */
    public synchronized void away(boolean now) {
        away = now;
    }

    /** How many calls failed because it was away. */
    public synchronized int refusals() {
        return refusals;
    }

    private void checkHere() {
        if (away) {
            refusals++;
            throw new AwayException();
        }
    }

    private static final class AwayException extends RuntimeException {
        AwayException() {
            super("nobody answers");
        }
    }

    @Override
    public boolean isAway(RuntimeException failure) {
        return failure instanceof AwayException;
    }

    @Override
    public synchronized void insert(Job job) {
        checkHere();
        jobs.put(job.id(), job);
        measurements.put(job.id(), job.measurements());
        rows.put(job.id(), new ArrayList<>());
    }

    @Override
    public synchronized void update(Job job) {
        checkHere();
        if (job.state() == refused) {
            throw new IllegalStateException("no space left");
        }
        jobs.put(job.id(), job);
    }

    @Override
    public synchronized boolean delete(String id) {
        checkHere();
        rows.remove(id);
        return jobs.remove(id) != null;
    }

    @Override
    public synchronized Optional<Job> find(String id) {
        checkHere();
        return Optional.ofNullable(jobs.get(id)).map(this::measured);
    }

    @Override
    public synchronized Optional<Job> findByRequestKey(String key) {
        checkHere();
        return jobs.values().stream()
                .filter(job -> key.equals(job.request().key()))
                .findFirst();
    }

    @Override
    public synchronized List<Job> oldest(List<JobState> states, int limit) {
        checkHere();
        return jobs.values().stream()
                .filter(job -> states.contains(job.state()))
                .sorted(Comparator.comparing(Job::createdAt))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized List<Job> newest(int limit, int skip) {
        checkHere();
        List<Job> all = new ArrayList<>(jobs.values());
        Collections.reverse(all);
        return all.stream().skip(skip).limit(limit).map(this::measured).toList();
    }

    @Override
    public synchronized long count(JobState state) {
        checkHere();
        return jobs.values().stream().filter(job -> job.state() == state).count();
    }

    @Override
    public synchronized void record(String id, List<StepRow> steps, Measurements now) {
        checkHere();
        rows.get(id).addAll(steps);
        measurements.put(id, now);
    }

    @Override
    public synchronized List<StepRow> rows(String id, long from, long to, long every, int limit) {
        checkHere();
        return rows.get(id).stream()
                .filter(row -> row.step() >= from && row.step() <= to && (row.step() - from) % every == 0)
                .limit(limit)
                .toList();
    }

    private Job measured(Job job) {
        return new Job(
                job.id(),
                job.name(),
                job.state(),
                job.reason(),
                job.errors(),
                job.specification(),
                job.request(),
                job.attempt(),
                job.plan(),
                measurements.get(job.id()),
                job.createdAt(),
                job.startedAt(),
                job.finishedAt(),
                job.conditions());
    }
}
