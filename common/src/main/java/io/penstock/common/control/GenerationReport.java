package io.penstock.common.control;

/**
 * Text that the model has written so far; said by rank 0.
 *
 * @param tokens generated so far
 * @param text the prompt and what follows it
 */
public record GenerationReport(String job, long attempt, int tokens, String text) implements ControlMessage.Report {}
