package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.random.CounterRandom;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/** Initial parameter values: a function of the seed and the parameter's name, so no split of the model changes them. */
public final class Initializer {

    private Initializer() {}

    /** Fills value (float32, of the specification's shape) with uniform numbers in [−bound, bound). */
    public static void fill(Backend backend, ParameterSpec parameter, long seed, Tensor value) {
        if (!value.shape().equals(parameter.shape())) {
            throw new IllegalArgumentException("%s has shape %s but its tensor has %s"
                    .formatted(parameter.name(), parameter.shape(), value.shape()));
        }
        float bound = (float) parameter.bound();
        MemorySegment bytes = backend.hostWrite(value);
        CounterRandom.of(seed, "init", parameter.name(), 0, 0)
                .fillUniform(bytes, 0, value.shape().size(), -bound, 2 * bound);
        backend.hostWritten(value);
    }
}
