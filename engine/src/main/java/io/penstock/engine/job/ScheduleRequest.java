package io.penstock.engine.job;

import io.penstock.engine.rule.Rules;

/** A wish to go on with another schedule. Read it with {@link JobReader#readScheduleRequest}. */
public record ScheduleRequest(ScheduleChoice schedule) {

    public ScheduleRequest {
        Rules rules = new Rules();
        schedule.state(rules);
        rules.check();
    }
}
