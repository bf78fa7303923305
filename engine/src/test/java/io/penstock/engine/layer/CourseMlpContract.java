package io.penstock.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.HostValues;
import io.penstock.engine.loss.Loss;
import io.penstock.engine.optimizer.Adam;
import io.penstock.engine.optimizer.Optimizer;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.SafetensorsFile;
import io.penstock.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Layers, loss and Adam train as PyTorch does, on any backend. */
public abstract class CourseMlpContract {

    private final List<Layer> layers = CourseMlp.layers();
    private final Optimizer adam = new Adam(CourseMlp.LEARNING_RATE, 0.9, 0.999, 1e-8, 0);

    protected abstract Backend open();

    @Test
    void trainWhenStartedFromPyTorchsWeightsFollowsItsRun() {
        try (Backend backend = open()) {
            List<List<Parameter>> parameters = layers.stream()
                    .map(layer -> CourseMlp.parameters(backend, layer, adam.stateTensors()))
                    .toList();
            SafetensorsFile batch = CourseMlp.file("batch");
            try (Tensor x = HostValues.tensor(backend, DType.F32, batch.shape("x"), batch.values("x"));
                    Tensor y = HostValues.tensor(backend, DType.I32, batch.shape("y"), batch.values("y"))) {
                for (int step = 0; step < CourseMlp.STEPS; step++) {
                    double loss = gradients(backend, parameters, x, y, step);
                    assertThat(loss).as("loss of step %d", step).isCloseTo(CourseMlp.losses()[step], within(1e-5));
                    checkGradients(backend, parameters, step);
                    update(backend, parameters, step);
                }
            }
            checkFinalWeights(backend, parameters);
            parameters.forEach(each -> each.forEach(Parameter::close));
            assertThat(backend.liveTensors()).isZero();
        }
    }

    private double gradients(Backend backend, List<List<Parameter>> parameters, Tensor x, Tensor y, int step) {
        var slice = new Pass.Slice(0, step, 0, true);
        List<Pass> passes =
                parameters.stream().map(each -> new Pass(backend, each, slice)).toList();
        Tensor value = x.retain();
        for (int i = 0; i < layers.size(); i++) {
            value = closing(value, layers.get(i).forward(passes.get(i), value));
        }
        double loss = Loss.CROSS_ENTROPY.evaluate(backend, value, y, 1f / CourseMlp.SAMPLES, value);
        for (int i = layers.size() - 1; i >= 0; i--) {
            Tensor gradient = layers.get(i).backwardInput(passes.get(i), value);
            layers.get(i).backwardWeight(passes.get(i));
            value = closing(value, gradient);
            passes.get(i).close();
        }
        value.close();
        return loss / CourseMlp.SAMPLES;
    }

    private static Tensor closing(Tensor old, Tensor next) {
        old.close();
        return next;
    }

    private void checkGradients(Backend backend, List<List<Parameter>> parameters, int step) {
        double squares = 0;
        for (Parameter parameter : flat(parameters)) {
            squares += backend.sumOfSquares(parameter.gradient());
        }
        double expected = CourseMlp.gradientNorms()[step];
        assertThat(Math.sqrt(squares))
                .as("gradient norm of step %d", step)
                .isCloseTo(expected, within(1e-4 * expected));
        if (step == 0) {
            flat(parameters).forEach(parameter -> checkGradient(backend, parameter));
        }
    }

    private static void checkGradient(Backend backend, Parameter parameter) {
        double[] expected = CourseMlp.file("grads").values(parameter.name());
        double[] actual = HostValues.read(backend, parameter.gradient());
        double difference = 0;
        double norm = 0;
        for (int i = 0; i < expected.length; i++) {
            difference += (actual[i] - expected[i]) * (actual[i] - expected[i]);
            norm += expected[i] * expected[i];
        }
        assertThat(Math.sqrt(difference)).as(parameter.name()).isLessThanOrEqualTo(1e-5 * Math.sqrt(norm));
    }

    private void update(Backend backend, List<List<Parameter>> parameters, int step) {
        for (Parameter parameter : flat(parameters)) {
            adam.apply(backend, parameter, step + 1L, adam.learningRate(), 1);
            parameter.startStep();
        }
    }

    private static void checkFinalWeights(Backend backend, List<List<Parameter>> parameters) {
        SafetensorsFile file = CourseMlp.file("final");
        for (Parameter parameter : flat(parameters)) {
            double[] expected = file.values(parameter.name());
            double[] actual = HostValues.read(backend, parameter.value());
            double worst = 0;
            for (int i = 0; i < expected.length; i++) {
                worst = Math.max(worst, Math.abs(actual[i] - expected[i]));
            }
            assertThat(worst).as(parameter.name()).isLessThanOrEqualTo(1e-4);
        }
    }

    private static List<Parameter> flat(List<List<Parameter>> parameters) {
        List<Parameter> all = new ArrayList<>();
        parameters.forEach(all::addAll);
        return all;
    }
}
