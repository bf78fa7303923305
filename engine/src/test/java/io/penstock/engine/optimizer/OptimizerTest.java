package io.penstock.engine.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.backend.HostValues;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class OptimizerTest {

    private final JsonMapper json = JsonMapper.shared();

    static Stream<Arguments> defaults() {
        return Stream.of(
                Arguments.of("{'type':'sgd','learningRate':0.1}", new Sgd(0.1, 0, 0)),
                Arguments.of("{'type':'adam','learningRate':0.1}", new Adam(0.1, 0.9, 0.999, 1e-8, 0)),
                Arguments.of("{'type':'adamw','learningRate':0.1}", new AdamW(0.1, 0.9, 0.999, 1e-8, 0.01)),
                Arguments.of("{'type':'sgd','learningRate':1,'momentum':0.9}", new Sgd(1, 0.9, 0)));
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void readWhenFieldsAreMissingHasPyTorchsDefaults(String text, Optimizer expected) {
        Optimizer optimizer = json.readValue(text.replace('\'', '"'), Optimizer.class);
        assertThat(optimizer).isEqualTo(expected);
        assertThat(json.readValue(json.writeValueAsString(optimizer), Optimizer.class))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'adam'}",
                "{'learningRate':0.1}",
                "{'type':'lion','learningRate':0.1}",
                "{'type':'sgd','learningRate':'fast'}",
                "{'type':'sgd','learningRate':-1}"
            })
    void readWhenSpecificationIsWrongFails(String text) {
        assertThatExceptionOfType(JacksonException.class)
                .isThrownBy(() -> json.readValue(text.replace('\'', '"'), Optimizer.class));
    }

    @Test
    void constructorWhenValueIsOutOfRangeNamesRuleAndValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sgd(Double.NaN, 0, 0))
                .withMessage("learningRate must be finite and greater than 0, got NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sgd(0.1, 1, 0))
                .withMessage("momentum must be at least 0 and less than 1, got 1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Adam(0.1, 0.9, -0.1, 1e-8, 0))
                .withMessage("beta2 must be at least 0 and less than 1, got -0.1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdamW(0.1, 0.9, 0.999, 1e-8, Double.POSITIVE_INFINITY))
                .withMessage("weightDecay must be finite and at least 0, got Infinity");
    }

    /** From weight 1 with gradient 0.5 twice, worked out by hand from the rules. */
    static Stream<Arguments> twoUpdates() {
        return Stream.of(
                Arguments.of(new Sgd(0.1, 0, 0), 0.9),
                Arguments.of(new Sgd(0.1, 0.5, 0), 1 - 0.05 - 0.075),
                Arguments.of(new Sgd(0.1, 0, 0.1), 1 - 0.06 - 0.1 * (0.5 + 0.094)),
                Arguments.of(new Adam(0.1, 0.9, 0.999, 1e-8, 0), 0.8),
                Arguments.of(new AdamW(0.1, 0.9, 0.999, 1e-8, 0.1), (0.99 - 0.1) * 0.99 - 0.1));
    }

    @ParameterizedTest
    @MethodSource("twoUpdates")
    void applyTwiceFollowsTheRule(Optimizer optimizer, double expected) {
        try (ReferenceBackend backend = new ReferenceBackend();
                Parameter parameter = Parameter.home(
                        backend,
                        ParameterSpec.of("p", Shape.of(1), new ParameterSpec.Initial.Constant(1)),
                        HostValues.tensor(backend, DType.F32, Shape.of(1), 1),
                        optimizer.stateTensors())) {
            for (int update = 1; update <= 2; update++) {
                backend.fill(parameter.gradient(), 0.5f);
                optimizer.apply(backend, parameter, update, optimizer.learningRate(), 1);
            }
            assertThat(HostValues.read(backend, parameter.value())[0]).isCloseTo(expected, within(1e-6));
        }
    }
}
