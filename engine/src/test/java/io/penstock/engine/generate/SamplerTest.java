package io.penstock.engine.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SamplerTest {

    private static final float[] LOGITS = {0, 2, 1, 2, -1};
    private static final int DRAWS = 20_000;

    private static Sampler sampler(double temperature, Integer topK) {
        return new Sampler(new Generation("x", 1, temperature, topK, 7, null));
    }

    private static double[] shares(Sampler sampler) {
        double[] shares = new double[LOGITS.length];
        for (int number = 0; number < DRAWS; number++) {
            shares[sampler.next(LOGITS, number)] += 1.0 / DRAWS;
        }
        return shares;
    }

    @Test
    void nextWhenTemperatureIsZeroTakesTheFirstOfTheMostProbable() {
        assertThat(shares(sampler(0, null))).containsExactly(new double[] {0, 1, 0, 0, 0}, within(1e-9));
    }

    @Test
    void nextWhenTemperatureIsOneDrawsByProbability() {
        double sum = 1 + 2 * Math.exp(2) + Math.exp(1) + Math.exp(-1);

        assertThat(shares(sampler(1, null)))
                .containsExactly(
                        new double[] {
                            1 / sum, Math.exp(2) / sum, Math.exp(1) / sum, Math.exp(2) / sum, Math.exp(-1) / sum
                        },
                        within(0.015));
    }

    @Test
    void nextWhenTemperatureIsHighDrawsMoreEvenly() {
        assertThat(shares(sampler(50, null))).containsExactly(new double[] {0.2, 0.2, 0.2, 0.2, 0.2}, within(0.02));
    }

    @Test
    void nextWhenTopKIsGivenDrawsAmongThem() {
        double[] shares = shares(sampler(1, 2));

        assertThat(shares).containsExactly(new double[] {0, 0.5, 0, 0.5, 0}, within(0.015));
    }

    @Test
    void nextWhenNumberIsTheSameRepeats() {
        assertThat(sampler(1, null).next(LOGITS, 3)).isEqualTo(sampler(1, null).next(LOGITS, 3));
    }
}
