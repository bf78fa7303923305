package io.penstock.orchestrator.job;

import java.util.List;
import java.util.Optional;

/** Where jobs outlive the process. What a method wrote is durable when it returns. */
public interface JobStore {

    void insert(Job job);

    /** Writes everything but the measurements, which {@link #record} owns. */
    void update(Job job);

    boolean delete(String id);

    Optional<Job> find(String id);

    Optional<Job> findByRequestKey(String key);

    /** The oldest jobs in these states. */
    List<Job> oldest(List<JobState> states, int limit);

    /** The newest jobs, after skipping some. */
    List<Job> newest(int limit, int skip);

    long count(JobState state);

    /** Stores finished steps and what is known after them, together. Steps that are there already stay as they are. */
    void record(String id, List<StepRow> rows, Measurements measurements);

    /** Rows of steps from..to, both inclusive, in order: the first and then every so many steps. */
    List<StepRow> rows(String id, long from, long to, long every, int limit);

    /** True if a method failed because the store cannot be reached now: the same call may succeed later. */
    boolean isAway(RuntimeException failure);
}
