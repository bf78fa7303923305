package io.penstock.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.HostValues;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.layer.Pass.Slice;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LayerTest {

    private static final int SIZE = 50;

    private final ReferenceBackend backend = new ReferenceBackend();

    @AfterEach
    void nothingIsLeft() {
        backend.close();
    }

    /** Output and input gradient of ones through the layer. */
    private double[] dropped(Dropout layer, int rows, Slice slice) {
        double[] ones = new double[rows * SIZE];
        Arrays.fill(ones, 1);
        try (Pass pass = new Pass(backend, List.of(), slice);
                Tensor x = HostValues.tensor(backend, DType.F32, Shape.of(rows, SIZE), ones);
                Tensor y = layer.forward(pass, x);
                Tensor gradX = layer.backwardInput(pass, x)) {
            assertThat(HostValues.read(backend, gradX)).isEqualTo(HostValues.read(backend, y));
            return HostValues.read(backend, y);
        }
    }

    @Test
    void dropoutWhenBatchIsSlicedDropsTheSameValues() {
        Dropout layer = new Dropout("drop", 0.25, SIZE);
        double[] whole = dropped(layer, 8, new Slice(1, 2, 0, true));
        double[] sliced = DoubleStream.concat(
                        DoubleStream.concat(
                                Arrays.stream(dropped(layer, 3, new Slice(1, 2, 0, true))),
                                Arrays.stream(dropped(layer, 3, new Slice(1, 2, 3, true)))),
                        Arrays.stream(dropped(layer, 2, new Slice(1, 2, 6, true))))
                .toArray();
        assertThat(sliced).isEqualTo(whole);
    }

    @Test
    void dropoutWhenKeyDiffersDropsOtherValues() {
        double[] mask = dropped(new Dropout("drop", 0.25, SIZE), 8, new Slice(1, 2, 0, true));
        assertThat(dropped(new Dropout("drop", 0.25, SIZE), 8, new Slice(2, 2, 0, true)))
                .isNotEqualTo(mask);
        assertThat(dropped(new Dropout("drop", 0.25, SIZE), 8, new Slice(1, 3, 0, true)))
                .isNotEqualTo(mask);
        assertThat(dropped(new Dropout("other", 0.25, SIZE), 8, new Slice(1, 2, 0, true)))
                .isNotEqualTo(mask);
    }

    @Test
    void dropoutWhenTrainingKeepsTheExpectedValue() {
        double[] values = dropped(new Dropout("drop", 0.25, SIZE), 400, new Slice(1, 2, 0, true));
        assertThat(values).containsOnly(0, (float) (1 / 0.75));
        assertThat(DoubleStream.of(values).average().orElseThrow()).isCloseTo(1, within(0.02));
    }

    @Test
    void dropoutWhenEvaluatingOrProbabilityIsZeroIsIdentity() {
        assertThat(dropped(new Dropout("drop", 0.25, SIZE), 2, new Slice(1, 2, 0, false)))
                .containsOnly(1);
        assertThat(dropped(new Dropout("drop", 0, SIZE), 2, new Slice(1, 2, 0, true)))
                .containsOnly(1);
    }

    @Test
    void dropoutWhenProbabilityIsOutOfRangeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Dropout("drop", 1, SIZE))
                .withMessage("dropout probability must be at least 0 and less than 1, got 1.0");
    }

    @Test
    void linearWhenTwoMicroBatchesRunAddsTheirGradients() {
        Linear layer = Linear.of("linear", 2, 1);
        List<Parameter> parameters = List.of(parameter(Shape.of(1, 2)), parameter(Shape.of(1)));
        for (int i = 1; i <= 2; i++) {
            try (Pass pass = new Pass(backend, parameters, new Slice(0, 0, 0, true));
                    Tensor x = HostValues.tensor(backend, DType.F32, Shape.of(1, 2), i, 10 * i);
                    Tensor y = layer.forward(pass, x);
                    Tensor one = HostValues.tensor(backend, DType.F32, y.shape(), 1)) {
                assertThat(pass.savedBytes()).isEqualTo(layer.cost(1).stashBytes());
                layer.backwardInput(pass, one).close();
                assertThat(pass.savedBytes()).isEqualTo(layer.cost(1).keptBytes());
                layer.backwardWeight(pass);
            }
        }
        assertThat(HostValues.read(backend, parameters.get(0).gradient())).containsExactly(3, 30);
        assertThat(HostValues.read(backend, parameters.get(1).gradient())).containsExactly(2);
        parameters.forEach(Parameter::close);
    }

    private Parameter parameter(Shape shape) {
        Tensor value = backend.allocate(DType.F32, shape);
        backend.fill(value, 1);
        ParameterSpec spec = ParameterSpec.of("p", shape, new ParameterSpec.Initial.Constant(1));
        return Parameter.home(backend, spec, value, 0);
    }

    @Test
    void costWhenLinearCountsMultiplyAndAdd() {
        LayerCost cost = Linear.of("linear", 128, 2).cost(1);
        assertThat(cost.forwardFlops()).isEqualTo(2 * 128 * 2 + 2);
        assertThat(cost.stashBytes()).isEqualTo(512);
        assertThat(cost.outputBytes()).isEqualTo(8);
        assertThat(new Activate("relu", Activation.RELU, 128).cost(1).backwardWeightFlops())
                .isZero();
    }

    @Test
    void linearWhenSizeIsZeroIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Linear.of("layers.0", 0, 2))
                .withMessage("sizes of layers.0 must be at least 1, got in 0 and out 2");
    }

    private double[] initial(ParameterSpec spec, long seed) {
        try (Tensor value = backend.allocate(DType.F32, spec.shape())) {
            Initializer.fill(backend, spec, seed, value);
            return HostValues.read(backend, value);
        }
    }

    @Test
    void fillWhenSeedAndNameAreEqualRepeats() {
        ParameterSpec weight = Linear.of("layers.3", 64, 32).parameters().getFirst();
        double[] values = initial(weight, 7);
        assertThat(initial(weight, 7)).isEqualTo(values);
        assertThat(initial(weight, 8)).isNotEqualTo(values);
        assertThat(initial(Linear.of("layers.4", 64, 32).parameters().getFirst(), 7))
                .isNotEqualTo(values);
    }

    @Test
    void fillIsUniformWithinTheBound() {
        double[] values = initial(Linear.of("layers.3", 64, 512).parameters().getFirst(), 7);
        assertThat(DoubleStream.of(values).allMatch(x -> x >= -0.125 && x < 0.125))
                .isTrue();
        assertThat(DoubleStream.of(values).average().orElseThrow()).isCloseTo(0, within(0.003));
        assertThat(DoubleStream.of(values).map(x -> x * x).average().orElseThrow())
                .isCloseTo(0.125 * 0.125 / 3, within(1e-4));
    }
}
