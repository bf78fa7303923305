package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.schedule.Dialect;
import io.penstock.common.schedule.InvalidScheduleException;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleText;
import io.penstock.common.schedule.Schedules;
import io.penstock.engine.rule.Rules;
import org.jspecify.annotations.Nullable;

/**
 * The order of a step's actions: a schedule's name, {@code auto}, or the user's own table as {@code {"csv": "..."}}.
 *
 * @param name of the schedule; absent with a table
 * @param csv the table's text, one line a rank
 * @param dialect of the text
 */
public record ScheduleChoice(
        @Nullable String name,
        @Nullable String csv,
        @JsonProperty(defaultValue = "pytorch") Dialect dialect) {

    public ScheduleChoice {
        new Rules()
                .require(
                        (name == null) != (csv == null),
                        "",
                        "give the schedule's name, or {\"csv\": \"...\"} with a table of your own")
                .check();
    }

    /** A schedule by name. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static ScheduleChoice named(String name) {
        return new ScheduleChoice(name, null, Dialect.PYTORCH);
    }

    public boolean isAuto() {
        return PlanRequest.AUTO.equals(name);
    }

    /** True if the user wrote the table. */
    public boolean isTable() {
        return csv != null;
    }

    /** The rule for a field named schedule. */
    void state(Rules rules) {
        rules.require(
                name == null || isAuto() || Schedules.names().contains(name),
                "/schedule",
                "unknown schedule \"%s\": use %s or one of %s"
                        .formatted(name, PlanRequest.AUTO, String.join(", ", Schedules.names())));
    }

    /**
     * The user's own table.
     *
     * @throws IllegalArgumentException if its text is none
     * @throws InvalidScheduleException if it could not run
     */
    public @Nullable ScheduleTable table() {
        return csv == null ? null : ScheduleText.parse(csv, dialect);
    }

    /** As it is written in a job. */
    @JsonValue
    Object json() {
        return csv == null ? toString() : new Table(csv, dialect);
    }

    private record Table(String csv, Dialect dialect) {}

    @Override
    public String toString() {
        return name == null ? PlanRequest.CUSTOM : name;
    }
}
