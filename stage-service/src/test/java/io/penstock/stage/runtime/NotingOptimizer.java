package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.optimizer.Optimizer;
import java.lang.foreign.ValueLayout;
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
            float[] values = backend.hostRead(parameter.gradient()).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
            for (int i = 0; i < values.length; i++) {
                values[i] *= (float) gradientScale;
            }
            firstGradients.put(parameter.name(), values);
        }
        optimizer.apply(backend, parameter, update, learningRate, gradientScale);
    }
}
