package io.penstock.backend.cpu;

import io.penstock.engine.backend.AttentionKernels.Heads;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Projections [samples, length, packed].
 *
 * @param segments the address of [samples, length] segments, 0 if each sample is one
 */
record Sequences(Heads heads, int samples, int length, long segments) {

    static Sequences of(Heads heads, Tensor projections, @Nullable Tensor segments) {
        Shape shape = projections.shape();
        if (shape.rank() != 3 || shape.columns() != heads.packed()) {
            throw new IllegalArgumentException("projections must have the shape [samples, length, %d] of %s, got %s"
                    .formatted(heads.packed(), heads, shape));
        }
        if (segments != null) {
            Operands.size(shape.rows(), segments);
        }
        return new Sequences(
                heads, shape.dimension(0), shape.dimension(1), segments == null ? 0 : Operands.ints(segments));
    }

    long rows() {
        return (long) samples * length;
    }

    /** The keys of each query of each sample. */
    KeyRanges[] ranges() {
        KeyRanges[] ranges = new KeyRanges[samples];
        for (int i = 0; i < samples; i++) {
            ranges[i] = i > 0 && segments == 0
                    ? ranges[0]
                    : KeyRanges.of(length, heads.causal(), segments == 0 ? 0 : segments + 4L * i * length);
        }
        return ranges;
    }
}
