package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.optimizer.Optimizer;
import java.util.Map;

/** Notes the gradients that the first update sees, after clipping. */
record NotingOptimizer(Optimizer optimizer, Map<String, float[]> firstGradients) implements Optimizer {

    @Override
    public double learningRate() {
        return optimizer.learningRate();
    }

    @Override
    public int stateTensors() {
        return optimizer.stateTensors();
    }

    @Override
    public void apply(Backend backend, Parameter parameter, long update, double learningRate, double gradientScale) {
        if (update == 1) {
            backend.scale(parameter.gradient(), (float) gradientScale);
            Parts.put(backend, parameter, parameter.gradient(), firstGradients);
            optimizer.apply(backend, parameter, update, learningRate, 1);
            return;
        }
        optimizer.apply(backend, parameter, update, learningRate, gradientScale);
    }
}
