package io.penstock.engine.layer;

import io.penstock.engine.tensor.Tensor;
import java.util.List;

/**
 * A trainable tensor as one worker holds it.
 *
 * @param name global name, for example {@code layers.3.weight}; it, not the stage, keys initial values and checkpoints
 * @param value the weights
 * @param gradient the sum over the step's micro-batches, same shape
 * @param state what the optimizer keeps, same shape each
 */
public record Parameter(String name, Tensor value, Tensor gradient, List<Tensor> state) implements AutoCloseable {

    public Parameter {
        state = List.copyOf(state);
    }

    @Override
    public void close() {
        value.close();
        gradient.close();
        state.forEach(Tensor::close);
    }
}
