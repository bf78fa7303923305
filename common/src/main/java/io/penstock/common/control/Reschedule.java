package io.penstock.common.control;

import io.penstock.common.plan.Plan;

/**
 * Changes the order of the actions from one step on. Stages, ranks and micro-batches stay as they are, and so does what
 * the run computes. Said to all ranks before that step is granted.
 *
 * @param fromStep first step with the new plan, from 0
 */
public record Reschedule(String job, long attempt, long fromStep, Plan plan) implements ControlMessage.Command {}
