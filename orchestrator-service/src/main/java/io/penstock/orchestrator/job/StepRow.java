package io.penstock.orchestrator.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.common.simulate.Bubble;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of one training step. A value that was not measured is absent.
 *
 * @param step counts from 1: the number of steps done
 * @param seconds from the end of the previous step to the end of this one, mean over ranks
 * @param samplesPerSecond samples ÷ seconds
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StepRow(
        long step,
        @Nullable Double loss,
        double learningRate,
        @Nullable Double gradientNorm,
        int samples,
        double samplesPerSecond,
        double seconds,
        boolean skipped,
        @Nullable Bubble bubble,
        @Nullable Bubble predictedBubble,
        List<WorkerStep> workers) {

    /** One rank's part of the step. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record WorkerStep(
            int rank,
            String worker,
            double wallSeconds,
            Map<String, Double> busySeconds,
            Map<String, Double> idleSeconds,
            Map<String, Long> sentBytes,
            int peakMicroBatches,
            long activationBytes) {}
}
