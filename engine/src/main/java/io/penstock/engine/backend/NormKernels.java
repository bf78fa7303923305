package io.penstock.engine.backend;

import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Normalisation of rows. LayerNorm (Ba et al., 2016): out = (in − mean) · r · weight + bias with r = 1 ÷ √(variance +
 * epsilon). RMSNorm (Zhang and Sennrich, 2019): out = in · r · weight with r = 1 ÷ √(mean of squares + epsilon). The
 * variance is that of the row (divided by n), computed from the differences to the mean.
 */
public interface NormKernels {

    /** What a row is divided by, and whether its mean is taken off first. */
    enum Norm {
        /** With mean and bias. */
        LAYER,
        /** Without either. */
        RMS
    }

    /**
     * out [m, n] from in [m, n], weight [n] and bias [n] (absent for RMS); statistics [m, 2] receives mean (0 for RMS) and r
     * of each row for the backward kernels (undefined where n is 0). out may be in.
     */
    void normalize(
            Norm norm, Tensor in, Tensor weight, @Nullable Tensor bias, float epsilon, Tensor out, Tensor statistics);

    /**
     * The same for the sum of two tensors, in one pass: sum [m, n] = in + addend, out from sum. sum may be in or addend.
     */
    void addNormalize(
            Norm norm,
            Tensor in,
            Tensor addend,
            Tensor weight,
            @Nullable Tensor bias,
            float epsilon,
            Tensor sum,
            Tensor out,
            Tensor statistics);

    /**
     * gradIn [m, n] of in from gradOut [m, n], plus addend [m, n] if there is one: the gradient that goes past the norm on the
     * residual path. gradIn may be gradOut or addend.
     */
    void normalizeBackward(
            Norm norm,
            Tensor in,
            Tensor weight,
            Tensor statistics,
            Tensor gradOut,
            @Nullable Tensor addend,
            Tensor gradIn);

    /**
     * gradWeight [n] = Σ over rows, in row order, of gradOut ⊙ (in − mean) · r + beta · gradWeight, and gradBias [n] = Σ
     * gradOut + beta · gradBias (absent for RMS); beta is 0 or 1, and with 0 the old content is not read.
     */
    void normalizeWeight(
            Norm norm,
            Tensor in,
            Tensor statistics,
            Tensor gradOut,
            float beta,
            Tensor gradWeight,
            @Nullable Tensor gradBias);
}
