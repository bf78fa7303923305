package io.penstock.common.control;

import io.penstock.common.schedule.Action;

/**
 * When a rank did something in a step, by the worker's own nanoTime.
 *
 * @param action a compute action from start to end; a SEND from the moment its tensor was ready to the moment it was
 *     handed to the network; a RECV at the moment its tensor arrived
 */
public record Stamp(Action action, long startNanos, long endNanos) {}
