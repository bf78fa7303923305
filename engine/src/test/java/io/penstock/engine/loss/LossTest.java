package io.penstock.engine.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.backend.HostValues;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class LossTest {

    @ParameterizedTest
    @CsvSource({"cross_entropy, CROSS_ENTROPY", "mean_squared_error, MEAN_SQUARED_ERROR"})
    void readWhenNamedInAJobIsFound(String name, Loss loss) {
        assertThat(JsonMapper.shared().readValue('"' + name + '"', Loss.class)).isEqualTo(loss);
    }

    @Test
    void targetsWhenLabelledAreOneIntegerPerSample() {
        assertThat(Loss.CROSS_ENTROPY.targetShape(3, 10)).isEqualTo(Shape.of(3));
        assertThat(Loss.CROSS_ENTROPY.targetType()).isEqualTo(DType.I32);
        assertThat(Loss.MEAN_SQUARED_ERROR.targetShape(3, 10)).isEqualTo(Shape.of(3, 10));
        assertThat(Loss.MEAN_SQUARED_ERROR.targetType()).isEqualTo(DType.F32);
    }

    /** Central differences of the mean loss in float64. */
    @ParameterizedTest
    @EnumSource
    void evaluateWhenScaledGivesTheGradientOfTheMean(Loss loss) {
        double[] values = {0.3, -1.2, 2.0, 0.1, 0.7, -0.4};
        double[] gradient = new double[6];
        evaluate(loss, values, gradient);
        for (int i = 0; i < 6; i++) {
            double[] above = values.clone();
            double[] below = values.clone();
            above[i] += 1e-5;
            below[i] -= 1e-5;
            double slope = (evaluate(loss, above, new double[6]) - evaluate(loss, below, new double[6])) / 2e-5;
            assertThat(gradient[i]).isCloseTo(slope, within(1e-8));
        }
    }

    private static double evaluate(Loss loss, double[] values, double[] gradient) {
        try (var backend = new ReferenceBackend();
                Tensor output = HostValues.tensor(backend, DType.F64, Shape.of(2, 3), values);
                Tensor target = HostValues.tensor(
                        backend,
                        loss.targetType(),
                        loss.targetShape(2, 3),
                        Arrays.copyOf(new double[] {1, 2}, loss.labelled() ? 2 : 6))) {
            double sum = loss.evaluate(backend, output, target, 0.5f, output);
            System.arraycopy(HostValues.read(backend, output), 0, gradient, 0, gradient.length);
            return sum / 2;
        }
    }
}
