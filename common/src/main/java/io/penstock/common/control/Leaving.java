package io.penstock.common.control;

/**
 * A worker ends, and its job with it. The orchestrator closes the connection when it has heard this.
 *
 * @param reason why, for the user
 */
public record Leaving(String reason) implements ControlMessage.Report {}
