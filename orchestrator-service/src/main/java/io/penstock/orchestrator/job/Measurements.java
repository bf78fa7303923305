package io.penstock.orchestrator.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.common.simulate.Bubble;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a run so far. A value that nobody has reported yet is absent.
 *
 * @param loss of the newest step that had one
 * @param perplexity e to the loss of a token, of held-out samples once they were evaluated; absent where no tokens are predicted
 * @param samplesPerSecond over the newest steps, the same ones as the workers' step seconds
 * @param bubble mean over the same steps
 * @param predictedBubble simulated with the measured costs once there are some, before that with estimated ones
 * @param parameters trainable values of the whole model
 * @param generated the text that was asked for, as far as it is written
 * @param skippedSteps steps in which a gradient was not finite and no weight changed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Measurements(
        @Nullable Progress progress,
        @Nullable Double loss,
        @Nullable Double validationLoss,
        @Nullable Double validationAccuracy,
        @Nullable Double perplexity,
        @Nullable Double gradientNorm,
        @Nullable Double samplesPerSecond,
        @Nullable Bubble bubble,
        @Nullable Bubble predictedBubble,
        @Nullable Long parameters,
        long skippedSteps,
        @Nullable String generated,
        List<WorkerShare> workers) {

    public static final Measurements NONE =
            new Measurements(null, null, null, null, null, null, null, null, null, null, 0, null, List.of());

    /**
     * How far a run is.
     *
     * @param step steps done
     * @param epoch the epoch that the newest step belongs to, from 1
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Progress(
            long step,
            long steps,
            long epoch,
            @Nullable Long epochs,
            @Nullable Double remainingSeconds) {}
}
