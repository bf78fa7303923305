package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.ParameterSpec.Initial;
import io.penstock.engine.layer.ParameterSpec.Part;
import io.penstock.engine.random.CounterRandom;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/** Initial parameter values: a function of the seed and the part's name, so no split of the model changes them. */
public final class Initializer {

    private Initializer() {}

    /** Fills value (float32, of the specification's shape). */
    public static void fill(Backend backend, ParameterSpec parameter, long seed, Tensor value) {
        if (!value.shape().equals(parameter.shape())) {
            throw new IllegalArgumentException("%s has shape %s but its tensor has %s"
                    .formatted(parameter.name(), parameter.shape(), value.shape()));
        }
        if (parameter.initial() instanceof Initial.Constant constant) {
            backend.fill(value, constant.value());
            return;
        }
        MemorySegment bytes = backend.hostWrite(value);
        long offset = 0;
        for (Part part : parameter.parts()) {
            CounterRandom random = CounterRandom.of(seed, "init", part.name(), 0, 0);
            long count = part.shape().size();
            switch (parameter.initial()) {
                case Initial.Uniform(double bound) ->
                    random.fillUniform(bytes, offset, count, (float) -bound, 2 * (float) bound);
                case Initial.Normal(double deviation) -> random.fillNormal(bytes, offset, count, deviation);
                case Initial.Constant _ -> throw new IllegalStateException("filled above");
            }
            offset += Float.BYTES * count;
        }
        backend.hostWritten(value);
    }
}
