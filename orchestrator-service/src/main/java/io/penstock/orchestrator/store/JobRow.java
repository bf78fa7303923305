package io.penstock.orchestrator.store;

import io.penstock.orchestrator.job.JobState;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;

/**
 * A job as the database holds it; what is nested is JSON. Tables and columns have the names that Data JDBC
 * derives, since only those are right on every database.
 *
 * @param version raised by every change, 0 before the first
 */
record JobRow(
        @Id String id,
        @Version long version,
        @Nullable String name,
        JobState state,
        @Nullable String reason,
        String errors,
        String specification,
        String bodyHash,
        @Nullable String requestKey,
        long attempt,
        @Nullable String plan,
        String measurements,
        OffsetDateTime createdAt,
        @Nullable OffsetDateTime startedAt,
        @Nullable OffsetDateTime finishedAt,
        List<ConditionRow> conditions) {

    /** One entered state. */
    record ConditionRow(JobState type, @Nullable String message, OffsetDateTime at) {}
}
