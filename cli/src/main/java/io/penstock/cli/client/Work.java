package io.penstock.cli.client;

/**
 * How far long work before or after the steps is.
 *
 * @param what in words, with the unit of done and total
 */
public record Work(String what, long done, long total) {

    /** 0..1. */
    public double share() {
        return total == 0 ? 1 : (double) done / total;
    }
}
