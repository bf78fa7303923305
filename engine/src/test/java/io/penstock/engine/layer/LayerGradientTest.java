package io.penstock.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.HostValues;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.random.CounterRandom;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** I and W of every layer against central differences of its F, in float64. */
class LayerGradientTest {

    private static final int ROWS = 4;
    private static final int IN = 5;
    private static final double STEP = 1e-6;

    private final long seed = System.nanoTime();
    private final CounterRandom random = CounterRandom.of(seed, "test", "gradient", 0, 0);
    private final ReferenceBackend backend = new ReferenceBackend();

    static Stream<Layer> layers() {
        return Stream.concat(
                Stream.of(Linear.of("linear", IN, 3), new Dropout("dropout", 0.4, IN)),
                Arrays.stream(Activation.values()).map(function -> new Activate("activate", function, IN)));
    }

    @AfterEach
    void nothingIsLeft() {
        backend.close();
    }

    @ParameterizedTest
    @MethodSource("layers")
    void backwardWhenComparedWithDifferencesAgrees(Layer layer) {
        List<Parameter> parameters = layer.parameters().stream()
                .map(spec -> Parameter.home(backend, spec, random(spec.shape()), 0))
                .toList();
        try (Pass pass = new Pass(backend, parameters, new Pass.Slice(seed, 1, 0, true));
                Tensor x = random(Shape.of(ROWS, IN));
                Tensor y = layer.forward(pass, x);
                Tensor weights = random(y.shape());
                Tensor gradX = layer.backwardInput(pass, weights)) {
            layer.backwardWeight(pass);
            check("input", layer, parameters, x, x, weights, gradX);
            for (Parameter parameter : parameters) {
                check(parameter.name(), layer, parameters, x, parameter.value(), weights, parameter.gradient());
            }
        }
        parameters.forEach(Parameter::close);
    }

    private void check(
            String what,
            Layer layer,
            List<Parameter> parameters,
            Tensor x,
            Tensor moved,
            Tensor weights,
            Tensor actual) {
        double[] values = HostValues.read(backend, moved);
        double[] gradient = HostValues.read(backend, actual);
        for (int i = 0; i < values.length; i++) {
            double centre = values[i];
            values[i] = centre + STEP;
            HostValues.write(backend, moved, values);
            double above = objective(layer, parameters, x, weights);
            values[i] = centre - STEP;
            HostValues.write(backend, moved, values);
            double below = objective(layer, parameters, x, weights);
            values[i] = centre;
            HostValues.write(backend, moved, values);
            assertThat(gradient[i])
                    .as("gradient %d of %s of %s, seed %d", i, what, layer, seed)
                    .isCloseTo((above - below) / (2 * STEP), within(1e-7));
        }
    }

    /** Σ weights ⊙ layer(x), whose gradient with respect to the layer's output is weights. */
    private double objective(Layer layer, List<Parameter> parameters, Tensor x, Tensor weights) {
        try (Pass pass = new Pass(backend, parameters, new Pass.Slice(seed, 1, 0, true));
                Tensor y = layer.forward(pass, x)) {
            double[] factors = HostValues.read(backend, weights);
            double[] values = HostValues.read(backend, y);
            double sum = 0;
            for (int i = 0; i < values.length; i++) {
                sum += factors[i] * values[i];
            }
            return sum;
        }
    }

    /** Values away from 0, where ReLU has no derivative. */
    private Tensor random(Shape shape) {
        double[] values = new double[(int) shape.size()];
        Arrays.setAll(values, i -> (random.nextInt(2) == 0 ? -1 : 1) * (0.1 + random.nextDouble()));
        return HostValues.tensor(backend, DType.F64, shape, values);
    }
}
