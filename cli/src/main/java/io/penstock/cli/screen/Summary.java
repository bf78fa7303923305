package io.penstock.cli.screen;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.cli.client.FieldError;
import io.penstock.cli.client.JobView;
import io.penstock.cli.client.WorkerRow;
import io.penstock.common.simulate.Bubble;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one run came to: the machine-readable result of {@code train --json}. Absent numbers are left out.
 *
 * @param steps training steps done
 * @param seconds from the start of the command to the end of the job
 * @param firstStepSeconds from the start of the command to the first step
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Summary(
        String state,
        @Nullable Long steps,
        @Nullable Double finalLoss,
        @Nullable Double validationAccuracy,
        @Nullable Double perplexity,
        @Nullable Double samplesPerSecond,
        double seconds,
        @Nullable Double firstStepSeconds,
        @Nullable Bubble bubble,
        @Nullable Bubble predictedBubble,
        List<WorkerRow> workers,
        @Nullable String generated,
        @Nullable String job,
        @Nullable String reason,
        List<FieldError> errors) {

    public static Summary of(JobView job, double seconds, @Nullable Double firstStepSeconds) {
        return new Summary(
                job.state(),
                job.stepsDone(),
                job.loss(),
                job.validationAccuracy(),
                job.perplexity(),
                job.samplesPerSecond(),
                seconds,
                firstStepSeconds,
                job.bubble(),
                job.predictedBubble(),
                job.workers(),
                job.generated(),
                job.id(),
                job.reason(),
                job.errors());
    }

    /** The result of a job that never ran. */
    public static Summary withoutRun(String state, String reason, List<FieldError> errors, double seconds) {
        return new Summary(
                state, null, null, null, null, null, seconds, null, null, null, List.of(), null, null, reason, errors);
    }
}
