package io.penstock.stage.runtime;

import io.penstock.common.control.Stamp;
import io.penstock.common.cost.StageCosts;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one rank knows after a training step; fields as in {@link io.penstock.common.control.StepReport}.
 *
 * @param timeline absent if the step was not recorded
 * @param loss mean over the step's samples, only on the last stage's rank
 * @param gradientNorm global norm before clipping, possibly not finite
 */
public record StepOutcome(
        long step,
        int samples,
        double learningRate,
        double wallSeconds,
        Map<String, Double> busySeconds,
        Map<String, Double> idleSeconds,
        long firstStartNanos,
        long lastEndNanos,
        double computeSeconds,
        List<StageCosts> costs,
        long sentForwardBytes,
        long sentBackwardBytes,
        int peakMicroBatches,
        long activationBytes,
        double gradientNorm,
        boolean skipped,
        @Nullable Double loss,
        @Nullable List<Stamp> timeline) {}
