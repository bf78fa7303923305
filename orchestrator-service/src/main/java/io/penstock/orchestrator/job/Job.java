package io.penstock.orchestrator.job;

import io.penstock.common.plan.Plan;
import io.penstock.engine.rule.FieldError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A job as it is stored.
 *
 * @param reason why it is in this state, in one sentence for the user
 * @param errors the fields at fault, if it failed because of some
 * @param attempt starts so far
 * @param conditions the states that it has been in, oldest first
 */
public record Job(
        String id,
        @Nullable String name,
        JobState state,
        @Nullable String reason,
        List<FieldError> errors,
        JsonNode specification,
        Request request,
        long attempt,
        @Nullable Plan plan,
        Measurements measurements,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        List<Condition> conditions) {

    /**
     * How to tell a repeated request from another one.
     *
     * @param key the client's idempotency key
     * @param bodyHash SHA-256 of the body
     */
    public record Request(@Nullable String key, String bodyHash) {}

    public static Job accepted(String id, @Nullable String name, JsonNode specification, Request request, Instant now) {
        return new Job(
                id,
                name,
                JobState.PENDING,
                null,
                List.of(),
                specification,
                request,
                0,
                null,
                Measurements.NONE,
                now,
                null,
                null,
                List.of(new Condition(JobState.PENDING, now, null)));
    }

    /** The names of its workers, by rank; none before it has any. */
    public List<String> workers() {
        return measurements.workers().stream().map(WorkerShare::worker).toList();
    }

    /** What to do to have a job like this once more: the same body finds an old job by its id. */
    public String howToRepeat() {
        return specification.hasNonNull("id") || request.key() != null
                ? "delete it and submit it again"
                : "submit it again";
    }

    /** The job after a change that its state allows. */
    Optional<Job> after(JobChange change, Instant now) {
        return JobTransitions.next(state, change.trigger()).map(next -> entered(next, change, now));
    }

    private Job entered(JobState next, JobChange change, Instant now) {
        List<Condition> grown = new ArrayList<>(conditions);
        grown.add(new Condition(next, now, change.reason()));
        return new Job(
                id,
                name,
                next,
                change.reason(),
                change.errors(),
                specification,
                request,
                change.trigger() == JobTrigger.PLAN ? attempt + 1 : attempt,
                change.plan() == null ? plan : change.plan(),
                measurements,
                createdAt,
                next == JobState.RUNNING ? now : startedAt,
                next.finished() ? now : finishedAt,
                List.copyOf(grown));
    }

    Job waitingBecause(String why) {
        return with(why, plan);
    }

    Job rescheduled(Plan next) {
        return with(reason, next);
    }

    private Job with(@Nullable String why, @Nullable Plan other) {
        return new Job(
                id,
                name,
                state,
                why,
                errors,
                specification,
                request,
                attempt,
                other,
                measurements,
                createdAt,
                startedAt,
                finishedAt,
                conditions);
    }
}
