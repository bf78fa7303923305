package io.penstock.common.control;

import io.penstock.common.cost.StageCosts;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One training step as one worker saw it. Times are seconds, clock readings the worker's own nanoTime.
 *
 * @param wallSeconds from the end of the previous step to the end of this one; busy and idle add up to it
 * @param busySeconds by action: forward, backward_input, backward_weight, backward, optimizer, send
 * @param idleSeconds by cause: fill, drain, wait_activation, wait_gradient, wait_memory, wait_step
 * @param firstStartNanos start of the first compute action
 * @param lastEndNanos end of the last compute action
 * @param computeSeconds time inside compute actions
 * @param costs mean seconds of one micro-batch, for each stage of the rank in rising order; I and W are told apart
 *     also where the table has only B
 * @param sentBytes payload sent to peers, by direction: forward, backward
 * @param peakMicroBatches most micro-batches that were stashed at one moment
 * @param activationBytes most bytes of stashed activations at one moment
 * @param gradientNorm global norm before clipping, absent if it was not finite
 * @param skipped true if a gradient on some stage was not finite and no weight changed
 * @param timeline what the rank did when, of the steps that are recorded, in order of the end
 * @param loss mean over the step's samples; only from the rank of the last stage, absent if not finite
 */
public record StepReport(
        String job,
        long attempt,
        int rank,
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
        Map<String, Long> sentBytes,
        int peakMicroBatches,
        long activationBytes,
        @Nullable Double gradientNorm,
        boolean skipped,
        @Nullable Double loss,
        @Nullable List<Stamp> timeline)
        implements ControlMessage.Report {}
