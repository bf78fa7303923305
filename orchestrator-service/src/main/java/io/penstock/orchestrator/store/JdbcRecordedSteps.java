package io.penstock.orchestrator.store;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.orchestrator.job.RecordedSteps;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/** Recorded steps in a relational database. */
@Repository
class JdbcRecordedSteps implements RecordedSteps {

    private final JsonMapper json;
    private final JdbcTemplate jdbc;
    private final JdbcClient client;

    JdbcRecordedSteps(JsonMapper json, JdbcTemplate jdbc) {
        this.json = json;
        this.jdbc = jdbc;
        this.client = JdbcClient.create(jdbc);
    }

    @Override
    @Transactional
    public void add(String job, List<MeasuredStep> steps) {
        jdbc.batchUpdate(
                "insert into recorded_step (job, step, content) values (?, ?, ?) on conflict do nothing",
                steps.stream()
                        .map(step -> new Object[] {job, step.step(), json.writeValueAsString(step)})
                        .toList());
        client.sql("""
                        delete from recorded_step where job = :job and step > :first and step < (
                          select min(step) from (
                            select step from recorded_step where job = :job order by step desc limit :newest) as kept)""")
                .param("job", job)
                .param("first", FIRST)
                .param("newest", NEWEST)
                .update();
    }

    @Override
    public List<Long> numbers(String job) {
        return client.sql("select step from recorded_step where job = ? order by step")
                .param(job)
                .query(Long.class)
                .list();
    }

    @Override
    public Optional<MeasuredStep> find(String job, long step) {
        return client.sql("select content from recorded_step where job = ? and step = ?")
                .params(job, step)
                .query(String.class)
                .optional()
                .map(this::step);
    }

    @Override
    public List<MeasuredStep> newest(String job, int limit) {
        return client
                .sql("select content from recorded_step where job = ? order by step desc limit ?")
                .params(job, limit)
                .query(String.class)
                .list()
                .reversed()
                .stream()
                .map(this::step)
                .toList();
    }

    private MeasuredStep step(String text) {
        return json.readValue(text, MeasuredStep.class);
    }
}
