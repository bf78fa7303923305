package io.penstock.cli.client;

/**
 * A change of schedule that a running job is about to make.
 *
 * @param fromStep the first step that runs by it
 */
public record Switched(String schedule, long fromStep) {}
