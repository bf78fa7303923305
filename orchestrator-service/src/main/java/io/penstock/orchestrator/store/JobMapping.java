package io.penstock.orchestrator.store;

import io.penstock.common.plan.Plan;
import io.penstock.engine.rule.FieldError;
import io.penstock.orchestrator.job.Condition;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.Measurements;
import io.penstock.orchestrator.store.JobRow.ConditionRow;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Translates between a job and its row. */
@Component
final class JobMapping {

    private final JsonMapper json;

    JobMapping(JsonMapper json) {
        this.json = json;
    }

    JobRow row(Job job, long version, String measurements) {
        return new JobRow(
                job.id(),
                version,
                job.name(),
                job.state(),
                clean(job.reason()),
                text(job.errors()),
                text(job.specification()),
                job.request().bodyHash(),
                job.request().key(),
                job.attempt(),
                job.plan() == null ? null : text(job.plan()),
                measurements,
                utc(job.createdAt()),
                job.startedAt() == null ? null : utc(job.startedAt()),
                job.finishedAt() == null ? null : utc(job.finishedAt()),
                job.conditions().stream()
                        .map(it -> new ConditionRow(it.type(), clean(it.message()), utc(it.at())))
                        .toList());
    }

    Job job(JobRow row) {
        return new Job(
                row.id(),
                row.name(),
                row.state(),
                row.reason(),
                json.readValue(row.errors(), new TypeReference<List<FieldError>>() {}),
                json.readTree(row.specification()),
                new Job.Request(row.requestKey(), row.bodyHash()),
                row.attempt(),
                row.plan() == null ? null : plan(row.plan()),
                json.readValue(row.measurements(), Measurements.class),
                row.createdAt().toInstant(),
                instant(row.startedAt()),
                instant(row.finishedAt()),
                row.conditions().stream()
                        .map(it -> new Condition(it.type(), it.at().toInstant(), it.message()))
                        .toList());
    }

    private Plan plan(String text) {
        return json.treeToValue(FormerPlan.renewed(json.readTree(text)), Plan.class);
    }

    String text(Object value) {
        return json.writeValueAsString(value);
    }

    <T> T value(String text, Class<T> type) {
        return json.readValue(text, type);
    }

    /** PostgreSQL keeps every character but this one. */
    private static @Nullable String clean(@Nullable String text) {
        return text == null ? null : text.replace('\0', '\uFFFD');
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}
