package io.penstock.common.control;

/**
 * Answers {@link Ping}; offset of the worker's clock = {@code workerNanos} − (sent + received) ÷ 2 by the orchestrator's.
 *
 * @param workerNanos the worker's {@code System.nanoTime()} when it answered
 */
public record Pong(long sequence, long sentNanos, long workerNanos) implements ControlMessage.Report {}
