package io.penstock.common.control;

/** Ends a worker's part in a job at once: its run stops, memory is freed, and the worker is idle again. */
public record Release(String job, long attempt) implements ControlMessage.Command {}
