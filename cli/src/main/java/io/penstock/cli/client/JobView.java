package io.penstock.cli.client;

import io.penstock.common.simulate.Bubble;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A job as the orchestrator shows it; numbers that do not exist yet are null. */
public record JobView(
        String id,
        @Nullable String name,
        String state,
        @Nullable String reason,
        List<FieldError> errors,
        @Nullable Progress progress,
        @Nullable Double loss,
        @Nullable Double validationAccuracy,
        @Nullable Double perplexity,
        @Nullable Double samplesPerSecond,
        @Nullable Bubble bubble,
        @Nullable Bubble predictedBubble,
        long skippedSteps,
        @Nullable String generated,
        List<WorkerRow> workers) {

    private static final Set<String> FINAL_STATES = Set.of("SUCCEEDED", "FAILED", "STOPPED");

    public JobView {
        errors = errors == null ? List.of() : List.copyOf(errors);
        workers = workers == null ? List.of() : List.copyOf(workers);
    }

    /**
     * How far a run is.
     *
     * @param step steps done
     * @param steps steps of the whole job
     */
    public record Progress(long step, long steps, @Nullable Double remainingSeconds) {}

    public boolean isFinished() {
        return FINAL_STATES.contains(state);
    }

    public boolean isSucceeded() {
        return state.equals("SUCCEEDED");
    }

    /** The name if the job has one, else its id. */
    public String title() {
        return name == null ? id : name;
    }

    public long stepsDone() {
        return progress == null ? 0 : progress.step();
    }
}
