package io.penstock.engine.backend;

import io.penstock.engine.tensor.Tensor;

/** Kernels that treat a tensor as a list of values, or as rows of them. */
public interface ElementKernels {

    /** out = value everywhere. */
    void fill(Tensor out, float value);

    /** out = in. */
    void copy(Tensor in, Tensor out);

    /**
     * out = in, where one is F32 and the other F32, BF16 or F16: rounded to nearest, ties to even; beyond the largest number
     * of the type to infinity; NaN stays NaN.
     */
    void convert(Tensor in, Tensor out);

    /** out = a + b; out may be a or b. */
    void add(Tensor a, Tensor b, Tensor out);

    /** out = a ⊙ b; out may be a or b. */
    void multiply(Tensor a, Tensor b, Tensor out);

    /** inOut *= factor. */
    void scale(Tensor inOut, float factor);

    /** inOut [m, n] += row [n], for every row. */
    void addRow(Tensor inOut, Tensor row);

    /**
     * out [n] = the sum of the rows of in [m, n], added in row order, + beta · out; beta is 0 or 1, and with 0 the old content
     * of out is not read.
     */
    void sumRows(Tensor in, float beta, Tensor out);

    /** out = f(in); out may be in. */
    void activate(Activation function, Tensor in, Tensor out);

    /** gradIn = gradOut ⊙ f'(in); gradIn may be gradOut. */
    void activateBackward(Activation function, Tensor in, Tensor gradOut, Tensor gradIn);

    /** inOut [m, n] += row [n] for every row, then out = f(inOut), in one pass; out is another tensor. */
    void addRowActivate(Activation function, Tensor inOut, Tensor row, Tensor out);

    /**
     * The gated unit SwiGLU (Shazeer, 2020, section 2): out [m, n] = silu(gate) ⊙ up, where in [m, 2n] holds gate in its first
     * n columns and up in the others, and silu(x) = x ÷ (1 + e^−x).
     */
    void swiGlu(Tensor in, Tensor out);

    /** Its gradient: in [m, 2n], gradOut [m, n] → gradIn [m, 2n]; gradIn may be in. */
    void swiGluBackward(Tensor in, Tensor gradOut, Tensor gradIn);
}
