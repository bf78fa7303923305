package io.penstock.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceBackendTest extends BackendContract {

    @Override
    protected Backend open() {
        return new ReferenceBackend();
    }

    /** Values and derivatives from the definitions, with the error function of the C library. */
    @ParameterizedTest
    @CsvSource({
        "GELU, -1.0, -0.15865525393145707, -0.08331547058768619",
        "GELU, 0.5, 0.34573123063700656, 0.8674951246561629",
        "GELU, 2.0, 1.9544997361036416, 1.085231801078197",
        "TANH, -1.0, -0.7615941559557649, 0.41997434161402614",
        "RELU, 0.0, 0.0, 0.0",
        "RELU, 2.0, 2.0, 1.0",
    })
    void valueWhenComparedWithTheDefinitionAgrees(Activation function, double x, double value, double derivative) {
        assertThat(ReferenceMath.value(function, x)).isCloseTo(value, within(1e-14));
        assertThat(ReferenceMath.derivative(function, x)).isCloseTo(derivative, within(1e-14));
    }
}
