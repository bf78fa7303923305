package io.penstock.engine.layer;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Tensor;

/** Applies a non-linear function to each of the size values of a sample, or of a token. */
public record Activate(String name, Activation function, int size) implements Layer {

    @Override
    public LayerCost cost(int tokens) {
        long bytes = (long) Float.BYTES * size * tokens;
        double flops = (double) function.flops() * size * tokens;
        return new LayerCost(flops, flops, 0, bytes, 0, bytes);
    }

    @Override
    public Tensor forward(Pass pass, Tensor in) {
        Backend backend = pass.backend();
        Tensor out = backend.allocate(in.dtype(), in.shape());
        backend.activate(function, in, out);
        pass.save(in);
        return out;
    }

    @Override
    public Tensor backwardInput(Pass pass, Tensor gradOut) {
        Backend backend = pass.backend();
        Tensor gradIn = backend.allocate(gradOut.dtype(), gradOut.shape());
        backend.activateBackward(function, pass.saved(0), gradOut, gradIn);
        return gradIn;
    }
}
