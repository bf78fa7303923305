package io.penstock.common.control;

import org.jspecify.annotations.Nullable;

/**
 * The held-out samples, evaluated with the weights after {@code step} steps; said by the rank of the last stage.
 *
 * @param step training steps done
 * @param loss mean over the held-out samples, absent if not finite
 * @param accuracy share of right answers, 0..1, absent for losses without classes
 */
public record EvaluationReport(
        String job,
        long attempt,
        long step,
        long samples,
        @Nullable Double loss,
        @Nullable Double accuracy) implements ControlMessage.Report {}
