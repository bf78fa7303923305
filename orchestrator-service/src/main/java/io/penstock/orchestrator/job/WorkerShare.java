package io.penstock.orchestrator.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.common.plan.LayerRange;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One rank's part in a job.
 *
 * @param stages the stages that the rank owns
 * @param layers of those stages, in the same order
 * @param state what the worker does now: STARTING, READY, RUNNING, FINISHED, LOST, LEFT or RELEASED
 * @param stepSeconds mean over the same steps as the job's throughput
 * @param busySeconds mean of one step by action
 * @param idleSeconds mean of one step by cause
 * @param weightsHash hash over the rank's final weights
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkerShare(
        String worker,
        int rank,
        String device,
        String backend,
        List<Integer> stages,
        List<LayerRange> layers,
        State state,
        @Nullable Double stepSeconds,
        @Nullable Map<String, Double> busySeconds,
        @Nullable Map<String, Double> idleSeconds,
        @Nullable String weightsHash) {

    /** What a worker does for its job. */
    public enum State {
        STARTING,
        READY,
        RUNNING,
        FINISHED,
        LOST,
        LEFT,
        RELEASED
    }
}
