package io.penstock.orchestrator.job;

import io.penstock.common.plan.Plan;
import io.penstock.engine.rule.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens to a job, and what is known about it.
 *
 * @param reason one sentence for the user
 * @param errors the fields at fault, if some are
 * @param plan the plan, when one was made
 */
public record JobChange(
        JobTrigger trigger,
        @Nullable String reason,
        List<FieldError> errors,
        @Nullable Plan plan) {

    public static JobChange of(JobTrigger trigger, @Nullable String reason) {
        return new JobChange(trigger, reason, List.of(), null);
    }

    public static JobChange fault(String reason, List<FieldError> errors) {
        return new JobChange(JobTrigger.FAULT, reason, errors, null);
    }

    public static JobChange planned(Plan plan) {
        return new JobChange(JobTrigger.PLAN, null, List.of(), plan);
    }
}
