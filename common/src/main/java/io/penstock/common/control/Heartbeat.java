package io.penstock.common.control;

import org.jspecify.annotations.Nullable;

/**
 * A worker is alive.
 *
 * @param job the job it works on, absent when idle
 * @param step the training step it is in
 * @param action the schedule cell it executes or waits for, or a word such as {@code optimizer}; absent when idle
 */
public record Heartbeat(
        @Nullable String job,
        long attempt,
        long step,
        @Nullable String action) implements ControlMessage.Report {}
