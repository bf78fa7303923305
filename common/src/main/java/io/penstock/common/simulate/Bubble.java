package io.penstock.common.simulate;

/**
 * The idle share of one step, by both definitions in use, each in 0..1.
 *
 * @param makespan 1 − busy ÷ (p × (last end − first start)) over all ranks
 * @param span the same for the longest single rank's own first start to last end, as zero-bubble papers report it
 */
public record Bubble(double makespan, double span) {}
