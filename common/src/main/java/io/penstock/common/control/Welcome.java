package io.penstock.common.control;

/**
 * The answer to an accepted {@link Hello}.
 *
 * @param heartbeatMillis the period at which the worker must say {@link Heartbeat}
 */
public record Welcome(int heartbeatMillis) implements ControlMessage.Command {}
