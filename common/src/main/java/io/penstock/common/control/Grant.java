package io.penstock.common.control;

/**
 * Allows a worker to run training steps up to, not including, {@code untilStep}. After step {@code length.steps()} the
 * worker answers {@link Finished} and waits for {@link Release}.
 */
public record Grant(String job, long attempt, long untilStep, RunLength length) implements ControlMessage.Command {}
