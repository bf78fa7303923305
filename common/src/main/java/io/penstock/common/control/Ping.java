package io.penstock.common.control;

/** Asks for the worker's clock. */
public record Ping(long sequence, long sentNanos) implements ControlMessage.Command {}
