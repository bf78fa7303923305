package io.penstock.engine.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.rule.Rules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LearningRateScheduleTest {

    @ParameterizedTest
    @CsvSource({"0, 0.250000", "1, 0.500000", "3, 1.000000", "4, 1.000000", "6, 0.775000", "7, 0.550000", "9, 0.160289"
    })
    void rateWhenCosineRisesThenFalls(long step, double expected) {
        assertThat(new CosineRate(4, 0.1).rate(1, step, 10)).isCloseTo(expected, within(1e-6));
    }

    @Test
    void rateWhenConstantIsThePeak() {
        assertThat(new ConstantRate().rate(0.3, 7, 10)).isEqualTo(0.3);
    }

    @Test
    void rateWhenRunIsShorterThanTheWarmupStaysFinite() {
        assertThat(new CosineRate(10, 0).rate(1, 2, 5)).isCloseTo(0.3, within(1e-12));
    }

    @Test
    void checkWhenWarmupFillsTheRunRefuses() {
        Rules rules = new Rules();

        new CosineRate(10, 0).check(rules, 1, 10L);

        assertThatIllegalArgumentException()
                .isThrownBy(rules::check)
                .withMessage("warmupSteps is 10 but the run has 10 steps: use fewer");
    }
}
