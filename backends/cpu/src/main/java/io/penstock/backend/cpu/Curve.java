package io.penstock.backend.cpu;

import io.penstock.engine.backend.Activation;

/**
 * A function and its derivative on strips of values that stay in the nearest cache. What both have in common, an exponential
 * for example, is prepared first, because one loop has no room for all of it (see {@link VectorMath}). Strips are whole
 * vectors; operands may be the same.
 */
interface Curve {

    /** Bytes of a strip. */
    int STRIP = 2048;

    static Curve of(Activation function) {
        return switch (function) {
            case RELU -> new ReluCurve();
            case GELU -> new GeluCurve();
            case GELU_TANH -> new GeluTanhCurve();
            case TANH -> new TanhCurve();
            case SILU -> new SiluCurve();
        };
    }

    /** Writes what the others read. */
    void prepare(long in, long prepared, long bytes);

    /** out = f(in). */
    void value(long in, long prepared, long out, long bytes);

    /** gradIn = gradOut ⊙ f'(in). */
    void gradient(long in, long prepared, long gradOut, long gradIn, long bytes);
}
