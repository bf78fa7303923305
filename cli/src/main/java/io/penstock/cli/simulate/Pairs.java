package io.penstock.cli.simulate;

/** How the two actions of an overlapped pair are simulated. */
public enum Pairs {
    /** Both begin when the inputs of both are there, and end together. */
    ATOMIC,
    /** One after the other, as a worker without a second stream runs them. */
    SEQUENCE
}
