package io.penstock.common.control;

/**
 * Allows a worker to run training steps up to, not including, {@code untilStep}.
 *
 * @param last true if the job ends there: the worker evaluates, answers {@link Finished} and stays ready for Release
 */
public record Grant(String job, long attempt, long untilStep, boolean last) implements ControlMessage.Command {}
