package io.penstock.engine.stage;

import io.penstock.engine.layer.Pass;
import io.penstock.engine.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One micro-batch between its F and its W in one stage: the passes of all layers and the gradients that W needs. */
final class Flight implements AutoCloseable {

    private final List<Pass> passes;
    private final @Nullable Tensor[] gradients;
    private boolean ready;

    Flight(List<Pass> passes) {
        this.passes = passes;
        this.gradients = new Tensor[passes.size()];
    }

    Pass pass(int layer) {
        return passes.get(layer);
    }

    void keepGradient(int layer, Tensor gradient) {
        gradients[layer] = gradient.retain();
    }

    Tensor gradient(int layer) {
        Tensor gradient = gradients[layer];
        if (gradient == null) {
            throw new IllegalStateException("W of layer %d was asked for before I".formatted(layer));
        }
        return gradient;
    }

    void markReady() {
        ready = true;
    }

    boolean ready() {
        return ready;
    }

    long bytes() {
        long bytes = 0;
        for (Pass pass : passes) {
            bytes += pass.savedBytes();
        }
        for (Tensor gradient : gradients) {
            bytes += gradient == null ? 0 : gradient.bytes();
        }
        return bytes;
    }

    @Override
    public void close() {
        passes.forEach(Pass::close);
        for (int i = 0; i < gradients.length; i++) {
            Tensor gradient = gradients[i];
            if (gradient != null) {
                gradient.close();
                gradients[i] = null;
            }
        }
    }
}
