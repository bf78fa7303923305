package io.penstock.orchestrator.api;

import io.penstock.common.plan.Plan;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.RecordedSteps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** No step of a job was recorded, or none yet. */
final class NotRecordedException extends RuntimeException {

    private final boolean forGood;

    NotRecordedException(Job job) {
        super(reason(job));
        this.forGood = job.state().finished() || isTooLarge(job.plan());
    }

    /** False if asking again later helps. */
    boolean forGood() {
        return forGood;
    }

    private static String reason(Job job) {
        Plan plan = job.plan();
        if (plan != null && isTooLarge(plan)) {
            return "a step of job %s has %d actions: steps of more than %d, or %d on one rank, are not recorded"
                    .formatted(
                            job.id(),
                            plan.table().actions().stream().mapToInt(List::size).sum(),
                            RecordedSteps.MOST_ACTIONS,
                            RecordedSteps.MOST_OF_A_RANK);
        }
        return job.state().finished()
                ? "no step of job %s was recorded: it is %s".formatted(job.id(), job.state())
                : "no step of what job %s executes has been recorded yet: it is %s, ask again a few steps later"
                        .formatted(job.id(), job.state());
    }

    private static boolean isTooLarge(@Nullable Plan plan) {
        return plan != null && !RecordedSteps.accept(plan.table());
    }
}
