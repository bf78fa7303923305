package io.penstock.orchestrator.run;

import io.penstock.common.plan.Plan;
import io.penstock.orchestrator.plan.RescheduleRefusedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A wish that a run goes on with another plan for the same stages.
 *
 * @param answer the first step with it, from 1; or why not
 */
record ScheduleSwitch(Plan plan, CompletableFuture<Long> answer) {

    static ScheduleSwitch to(Plan plan) {
        return new ScheduleSwitch(plan, new CompletableFuture<>());
    }

    void refuse(String reason) {
        answer.completeExceptionally(new RescheduleRefusedException(reason));
    }

    /** The first step with the plan; whoever waits no longer takes the wish back. */
    long await(long millis) throws InterruptedException {
        try {
            return answer.get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RescheduleRefusedException refused
                    ? refused
                    : new IllegalStateException("the change of the schedule failed", e.getCause());
        } catch (TimeoutException e) {
            if (answer.cancel(false)) {
                throw new RescheduleRefusedException(
                        "the job did not answer within %d ms: ask again".formatted(millis));
            }
            return answer.join();
        }
    }
}
