package io.penstock.engine.backend;

/** Element-wise non-linear functions. Each backward is a function of the saved input x only. */
public enum Activation {
    /** max(x, 0); the derivative at 0 is 0. */
    RELU,
    /** x·Φ(x) with the exact normal distribution function (Hendrycks and Gimpel, 2016, section 2). */
    GELU,
    /** The hyperbolic tangent. */
    TANH
}
