package io.penstock.engine.backend;

/** Element-wise non-linear functions. Each backward is a function of the saved input x only. */
public enum Activation {
    /** max(x, 0); the derivative at 0 is 0. */
    RELU(1),
    /** x·Φ(x) with the exact normal distribution function (Hendrycks and Gimpel, 2016, section 2). */
    GELU(20),
    /** x/2 · (1 + tanh(√(2/π) · (x + 0.044715·x³))), the approximation that GPT-2 uses (same paper, section 2). */
    GELU_TANH(20),
    /** The hyperbolic tangent. */
    TANH(20),
    /** x ÷ (1 + e^−x) (Elfwing et al., 2017). */
    SILU(20);

    private final int flops;

    Activation(int flops) {
        this.flops = flops;
    }

    /** Nominal floating-point operations for one value, for the planner. */
    public int flops() {
        return flops;
    }
}
