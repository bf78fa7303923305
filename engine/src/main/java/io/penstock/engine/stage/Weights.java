package io.penstock.engine.stage;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Initializer;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates the parameters of a model's layers on one rank. A parameter that several layers name is at home with the last of
 * them; on the home's rank copies share its values, elsewhere they have their own. Used by one thread; owns nothing.
 */
public final class Weights {

    private final Backend backend;
    private final List<Layer> layers;
    private final int states;
    private final Source source;
    private final Map<String, Integer> homes;
    private final Map<String, Tensor> values = new HashMap<>();

    /** Where values come from. */
    @FunctionalInterface
    public interface Source {

        /** Fills the value, float32 of the parameter's shape. */
        void fill(Backend backend, ParameterSpec parameter, Tensor value);
    }

    /** Initial values by seed and name. */
    public static Source initial(long seed) {
        return (backend, parameter, value) -> Initializer.fill(backend, parameter, seed, value);
    }

    /**
     * The weights of a model.
     *
     * @param layers of the whole model
     * @param states tensors that the optimizer keeps for a parameter
     */
    public Weights(Backend backend, List<Layer> layers, int states, Source source) {
        this.backend = backend;
        this.layers = List.copyOf(layers);
        this.states = states;
        this.source = source;
        this.homes = homes(layers);
    }

    /** The layer that each parameter is at home with, by name. */
    static Map<String, Integer> homes(List<Layer> layers) {
        Map<String, Integer> homes = new HashMap<>();
        for (int i = 0; i < layers.size(); i++) {
            for (ParameterSpec parameter : layers.get(i).parameters()) {
                homes.put(parameter.name(), i);
            }
        }
        return homes;
    }

    /**
     * The parameters of layers from..to−1 in layer order, which belong to the caller. A rank asks for later stages first.
     */
    public List<Parameter> of(int from, int to) {
        List<Parameter> parameters = new ArrayList<>();
        try {
            for (int i = to - 1; i >= from; i--) {
                for (ParameterSpec parameter : layers.get(i).parameters().reversed()) {
                    parameters.add(create(parameter, homes.getOrDefault(parameter.name(), i) == i));
                }
            }
            return parameters.reversed();
        } catch (RuntimeException | OutOfMemoryError e) {
            parameters.forEach(Parameter::close);
            throw e;
        }
    }

    private Parameter create(ParameterSpec spec, boolean home) {
        if (home) {
            Tensor value = filled(spec);
            values.put(spec.name(), value);
            return Parameter.home(backend, spec, value, states);
        }
        Tensor shared = values.get(spec.name());
        return Parameter.copy(spec, shared == null ? filled(spec) : shared.retain());
    }

    private Tensor filled(ParameterSpec spec) {
        Tensor value = backend.allocate(DType.F32, spec.shape());
        try {
            source.fill(backend, spec, value);
            return value;
        } catch (RuntimeException e) {
            value.close();
            throw e;
        }
    }
}
