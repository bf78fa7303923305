package io.penstock.orchestrator.store;

import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobState;
import io.penstock.orchestrator.job.JobStore;
import io.penstock.orchestrator.job.Measurements;
import io.penstock.orchestrator.job.StepRow;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Jobs in a relational database. */
@Repository
class JdbcJobStore implements JobStore {

    private final JobRows rows;
    private final JobMapping mapping;
    private final JdbcTemplate jdbc;
    private final JdbcClient client;

    JdbcJobStore(JobRows rows, JobMapping mapping, JdbcTemplate jdbc) {
        this.rows = rows;
        this.mapping = mapping;
        this.jdbc = jdbc;
        this.client = JdbcClient.create(jdbc);
    }

    @Override
    @Transactional
    public void insert(Job job) {
        rows.save(mapping.row(job, 0, mapping.text(job.measurements())));
    }

    @Override
    @Transactional
    public void update(Job job) {
        JobRow stored = rows.findById(job.id()).orElseThrow();
        rows.save(mapping.row(job, stored.version(), stored.measurements()));
    }

    @Override
    @Transactional
    public boolean delete(String id) {
        return client.sql("delete from job_row where id = ?").param(id).update() > 0;
    }

    @Override
    public Optional<Job> find(String id) {
        return rows.findById(id).map(mapping::job);
    }

    @Override
    public Optional<Job> findByRequestKey(String key) {
        return rows.findByRequestKey(key).map(mapping::job);
    }

    @Override
    public List<Job> oldest(List<JobState> states, int limit) {
        return rows.findByStateInOrderByCreatedAtAscIdAsc(states, Limit.of(limit)).stream()
                .map(mapping::job)
                .toList();
    }

    @Override
    public List<Job> newest(int limit, int skip) {
        return rows.newestIds(limit, skip).stream()
                .flatMap(id -> rows.findById(id).stream())
                .map(mapping::job)
                .toList();
    }

    @Override
    public long count(JobState state) {
        return rows.countByState(state);
    }

    @Override
    @Transactional
    public void record(String id, List<StepRow> steps, Measurements measurements) {
        client.sql("update job_row set measurements = ? where id = ?")
                .params(mapping.text(measurements), id)
                .update();
        jdbc.batchUpdate(
                "insert into step_row (job, step, content) values (?, ?, ?) on conflict do nothing",
                steps.stream()
                        .map(row -> new Object[] {id, row.step(), mapping.text(row)})
                        .toList());
    }

    @Override
    public List<StepRow> rows(String id, long from, long to, long every, int limit) {
        return client.sql("""
                        select content from step_row
                        where job = ? and step between ? and ? and mod(step - ?, ?) = 0
                        order by step limit ?
                        """).params(id, from, to, from, every, limit).query(String.class).list().stream()
                .map(text -> mapping.value(text, StepRow.class))
                .toList();
    }

    @Override
    public boolean isAway(RuntimeException failure) {
        return StoreFailure.isAway(failure);
    }
}
