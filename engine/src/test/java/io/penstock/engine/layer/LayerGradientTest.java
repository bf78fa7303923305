package io.penstock.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.AttentionKernels.Heads;
import io.penstock.engine.backend.HostValues;
import io.penstock.engine.backend.NormKernels.Norm;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.backend.TokenKernels.Patches;
import io.penstock.engine.layer.ParameterSpec.Initial;
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

/**
 * I and W of every layer against central differences of its F, in float64, and what it keeps in between against what it says it
 * costs.
 */
class LayerGradientTest {

    private static final int ROWS = 4;
    private static final int IN = 6;
    private static final int TOKENS = 3;
    private static final double STEP = 1e-6;

    private final long seed = System.nanoTime();
    private final CounterRandom random = CounterRandom.of(seed, "test", "gradient", 0, 0);
    private final ReferenceBackend backend = new ReferenceBackend();

    /**
     * A layer and what goes in.
     *
     * @param tokens of a sample
     * @param segments of [ROWS, tokens], null for none
     */
    record Case(Layer layer, Shape input, int tokens, double[] segments) {

        static Case rows(Layer layer) {
            return new Case(layer, Shape.of(ROWS, IN), 1, null);
        }

        static Case sequences(Layer layer, int width) {
            return new Case(layer, Shape.of(ROWS, TOKENS, width), TOKENS, null);
        }

        static Case ids(Layer layer) {
            return new Case(layer, null, TOKENS, null);
        }

        boolean hasIds() {
            return input == null;
        }

        @Override
        public String toString() {
            return layer.getClass().getSimpleName() + " " + layer.name();
        }
    }

    static Stream<Case> cases() {
        Stream<Case> plain = Stream.of(
                Case.rows(Linear.of("plain", IN, 3)),
                Case.sequences(linear("inputFirst", 3, true, true, null), IN),
                Case.rows(linear("noBias", 3, false, false, null)),
                Case.sequences(linear("gelu", 5, true, false, Activation.GELU), IN),
                Case.rows(new Dropout("dropout", 0.4, IN)),
                Case.sequences(new Dropout("tokens", 0.4, IN), IN),
                Case.sequences(new Dropout("none", 0, IN), IN),
                Case.sequences(new SwiGlu("swiglu", IN / 2), IN),
                Case.sequences(new Normalize("layer", Norm.LAYER, IN, 1e-5), IN),
                Case.rows(new Normalize("rms", Norm.RMS, IN, 1e-5)),
                Case.sequences(new SelectToken("first", IN), IN),
                new Case(
                        new PatchEmbedding(
                                "patches",
                                new Patches(2, 4, 6, 2),
                                5,
                                spec("class", 1, 5),
                                spec("positions", 7, 5),
                                spec("weight", 5, 8),
                                spec("bias", 5)),
                        Shape.of(ROWS, 48),
                        1,
                        null));
        Stream<Case> attention = Stream.of(
                Case.sequences(new SelfAttention("full", new Heads(2, 2, 4, false), 0), 24),
                Case.sequences(new SelfAttention("causal", new Heads(4, 2, 2, true), 100), 16),
                new Case(
                        new SelfAttention("padded", new Heads(2, 1, 4, false), 0),
                        Shape.of(ROWS, TOKENS, 16),
                        TOKENS,
                        new double[] {1, 1, 1, 1, 1, 0, 1, 2, 2, 1, 0, 0}));
        Stream<Case> composed = Stream.of(
                Case.sequences(
                        new Residual(
                                "residual",
                                List.of(
                                        new Normalize("norm", Norm.LAYER, IN, 1e-5),
                                        linear("up", 4, true, false, Activation.TANH),
                                        wide("down", 4, IN),
                                        new Dropout("drop", 0.2, IN))),
                        IN),
                Case.sequences(
                        new PostNorm(
                                "post",
                                List.of(linear("inner", IN, true, false, null), new Dropout("drop", 0.2, IN)),
                                new Normalize("norm", Norm.LAYER, IN, 1e-5)),
                        IN),
                Case.sequences(
                        new Sequence(
                                "sequence",
                                List.of(
                                        new Activate("tanh", Activation.TANH, IN),
                                        linear("last", 3, true, false, null))),
                        IN),
                Case.ids(new TokenEmbedding("ids", 5, spec("words", 9, 5), null, null)),
                Case.ids(new TokenEmbedding("all", 5, spec("words", 9, 5), spec("places", 4, 5), spec("types", 2, 5))));
        Stream<Case> activations =
                Arrays.stream(Activation.values()).map(function -> Case.rows(new Activate("activate", function, IN)));
        return Stream.of(plain, attention, composed, activations).flatMap(each -> each);
    }

    private static ParameterSpec spec(String name, int... shape) {
        return ParameterSpec.of(name, Shape.of(shape), new Initial.Normal(1));
    }

    private static Layer linear(String name, int out, boolean bias, boolean inputFirst, Activation activation) {
        ParameterSpec weight = inputFirst ? spec(name + ".w", IN, out) : spec(name + ".w", out, IN);
        return new Linear(name, IN, out, weight, bias ? spec(name + ".b", out) : null, inputFirst, activation);
    }

    private static Layer wide(String name, int in, int out) {
        return new Linear(name, in, out, spec(name + ".w", out, in), spec(name + ".b", out), false, null);
    }

    @AfterEach
    void nothingIsLeft() {
        backend.close();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void backwardWhenComparedWithDifferencesAgrees(Case given) {
        Layer layer = given.layer();
        List<Parameter> parameters = layer.parameters().stream()
                .map(spec -> Parameter.home(backend, spec, random(spec.shape()), 0))
                .toList();
        try (Tensor segments = segments(given);
                Pass pass = pass(parameters, segments);
                Tensor x = given.hasIds() ? ids() : random(given.input());
                Tensor y = layer.forward(pass, x);
                Tensor weights = random(y.shape())) {
            pass.inputNeeded(!given.hasIds());
            try (Tensor gradX = layer.backwardInput(pass, weights)) {
                layer.backwardWeight(pass);
                if (gradX != null) {
                    check("input", layer, parameters, segments, x, x, weights, gradX);
                }
                assertThat(gradX == null).isEqualTo(given.hasIds());
                for (Parameter parameter : parameters) {
                    check(
                            parameter.name(),
                            layer,
                            parameters,
                            segments,
                            x,
                            parameter.value(),
                            weights,
                            parameter.gradient());
                }
            }
        }
        parameters.forEach(Parameter::close);
    }

    /** float32 tensors, whose bytes the cost counts. */
    @ParameterizedTest
    @MethodSource("cases")
    void costWhenLayerRunsIsWhatItKeepsAndGives(Case given) {
        Layer layer = given.layer();
        List<Parameter> parameters = layer.parameters().stream()
                .map(spec -> Parameter.home(backend, spec, narrow(random(spec.shape())), 0))
                .toList();
        LayerCost cost = layer.cost(given.tokens());
        try (Tensor segments = segments(given);
                Pass pass = pass(parameters, segments);
                Tensor x = given.hasIds() ? ids() : narrow(random(given.input()));
                Tensor y = layer.forward(pass, x);
                Tensor weights = narrow(random(y.shape()))) {
            assertThat(y.bytes()).isEqualTo(ROWS * cost.outputBytes());
            assertThat((long) y.shape().columns() * layer.tokensOut(given.tokens()) * Float.BYTES)
                    .isEqualTo(cost.outputBytes());
            assertThat((double) pass.savedBytes()).isCloseTo(ROWS * cost.stashBytes(), within(0.0));
            pass.inputNeeded(!given.hasIds());
            Tensor gradX = layer.backwardInput(pass, weights);
            if (gradX != null) {
                gradX.close();
            }
            if (!layer.parameters().isEmpty()) {
                assertThat(pass.savedBytes()).isEqualTo(ROWS * cost.keptBytes());
            }
        }
        parameters.forEach(Parameter::close);
    }

    private Tensor segments(Case given) {
        return given.segments() == null
                ? null
                : HostValues.tensor(backend, DType.I32, Shape.of(ROWS, TOKENS), given.segments());
    }

    private Tensor ids() {
        double[] ids = new double[ROWS * TOKENS];
        Arrays.setAll(ids, i -> random.nextInt(9));
        return HostValues.tensor(backend, DType.I32, Shape.of(ROWS, TOKENS), ids);
    }

    private Pass pass(List<Parameter> parameters, Tensor segments) {
        return new Pass(
                backend, parameters, new Pass.Slice(seed, 1, 0, true), new Pass.Mode(true, DType.F32, segments));
    }

    private void check(
            String what,
            Layer layer,
            List<Parameter> parameters,
            Tensor segments,
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
            double above = objective(layer, parameters, segments, x, weights);
            values[i] = centre - STEP;
            HostValues.write(backend, moved, values);
            double below = objective(layer, parameters, segments, x, weights);
            values[i] = centre;
            HostValues.write(backend, moved, values);
            assertThat(gradient[i])
                    .as("gradient %d of %s of %s, seed %d", i, what, layer.name(), seed)
                    .isCloseTo((above - below) / (2 * STEP), within(1e-7));
        }
    }

    /** Σ weights ⊙ layer(x), whose gradient with respect to the layer's output is weights. */
    private double objective(Layer layer, List<Parameter> parameters, Tensor segments, Tensor x, Tensor weights) {
        try (Pass pass = pass(parameters, segments);
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

    private Tensor narrow(Tensor wide) {
        try (wide) {
            return HostValues.tensor(backend, DType.F32, wide.shape(), HostValues.read(backend, wide));
        }
    }
}
