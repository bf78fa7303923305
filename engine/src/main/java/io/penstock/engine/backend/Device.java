package io.penstock.engine.backend;

/**
 * Where a backend computes.
 *
 * @param name the device in words, for example a processor's or GPU's model name
 * @param memoryBytes memory that it can give to tensors
 */
public record Device(String name, long memoryBytes) {}
