package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Tensor;

/**
 * The gated unit silu(gate) ⊙ up (Shazeer, 2020, section 2): [n, 2·size] → [n, size].
 *
 * @param size of gate and up each
 */
public record SwiGlu(String name, int size) implements Layer {

    private static final int FLOPS = 24;

    @Override
    public LayerCost cost(int tokens) {
        long bytes = (long) Float.BYTES * size * tokens;
        double flops = (double) FLOPS * size * tokens;
        return new LayerCost(flops, flops, 0, 2 * bytes, 0, bytes);
    }

    @Override
    public Tensor forward(Pass pass, Tensor in) {
        Backend backend = pass.backend();
        Tensor out = backend.allocate(in.dtype(), in.shape().withColumns(size));
        backend.swiGlu(in, out);
        pass.save(in);
        return out;
    }

    @Override
    public Tensor backwardInput(Pass pass, Tensor gradOut) {
        Backend backend = pass.backend();
        Tensor gradIn = backend.allocate(gradOut.dtype(), gradOut.shape().withColumns(2 * size));
        backend.swiGluBackward(pass.saved(0), gradOut, gradIn);
        return gradIn;
    }
}
