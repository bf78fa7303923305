package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.rule.BrokenRulesException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SyntheticSourceTest {

    private static final DataRoot NOWHERE = new DataRoot(Path.of("nowhere"));
    private static final int[] ROWS = IntStream.range(0, 300).toArray();

    @Test
    void loadWhenSeedIsEqualGivesEqualSamples() {
        SyntheticSource source = new SyntheticSource(300, 16, 3, null, 0.2);

        float[] first = TestFiles.inputs(source.load(NOWHERE, 5), ROWS);

        assertThat(TestFiles.inputs(source.load(NOWHERE, 5), ROWS)).isEqualTo(first);
        assertThat(TestFiles.inputs(source.load(NOWHERE, 6), ROWS)).isNotEqualTo(first);
    }

    @Test
    void loadWhenClassesAreAskedForGivesSamplesNearTheirCentre() {
        DataSet samples = new SyntheticSource(300, 64, 3, null, 0).load(NOWHERE, 5);
        float[] inputs = TestFiles.inputs(samples, ROWS);
        int[] labels = TestFiles.labels(samples, ROWS);
        double[][] centres = new double[3][64];
        for (int i = 0; i < inputs.length; i++) {
            centres[labels[i / 64]][i % 64] += inputs[i] / 100;
        }

        long right = IntStream.range(0, 300)
                .filter(row -> nearest(centres, inputs, row) == labels[row])
                .count();

        assertThat(labels).containsOnly(0, 1, 2);
        assertThat(right).isGreaterThan(295);
    }

    private static int nearest(double[][] centres, float[] inputs, int row) {
        double[] distances = new double[centres.length];
        for (int label = 0; label < centres.length; label++) {
            for (int i = 0; i < 64; i++) {
                distances[label] += Math.pow(inputs[row * 64 + i] - centres[label][i], 2);
            }
        }
        return IntStream.range(0, centres.length)
                .boxed()
                .min((a, b) -> Double.compare(distances[a], distances[b]))
                .orElseThrow();
    }

    @Test
    void loadWhenTargetsAreAskedForGivesWavesOfTheInputs() {
        DataSet samples = new SyntheticSource(300, 2, null, 3, 0.5).load(NOWHERE, 5);

        float[] input = TestFiles.inputs(samples, 7);
        float[] target = TestFiles.targets(samples, 7);

        assertThat(samples.validationSamples()).isEqualTo(150);
        assertThat(target).hasSize(3);
        assertThat(target[1]).isCloseTo((float) Math.sin(Math.PI * input[1]), within(1e-6f));
        assertThat(target[2]).isEqualTo(target[0]);
    }

    @Test
    void createWhenSamplesAreTooManyNamesTheLimit() {
        assertThatExceptionOfType(BrokenRulesException.class)
                .isThrownBy(() -> new SyntheticSource(1 << 24, 1 << 10, 2, null, 0))
                .withMessageContaining("268435456");
    }
}
