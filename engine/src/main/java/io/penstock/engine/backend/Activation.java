package io.penstock.engine.backend;

/** Element-wise non-linear functions. Each backward is a function of the saved input x only. */
public enum Activation {
    /** max(x, 0); the derivative at 0 is 0. */
    RELU(1),
    /** x·Φ(x) with the exact normal distribution function (Hendrycks and Gimpel, 2016, section 2). */
    GELU(20),
    /** The hyperbolic tangent. */
    TANH(20);

    private final int flops;

    Activation(int flops) {
        this.flops = flops;
    }

    /** Nominal floating-point operations for one value, for the planner. */
    public int flops() {
        return flops;
    }
}
