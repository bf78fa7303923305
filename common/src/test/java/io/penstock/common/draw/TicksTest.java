package io.penstock.common.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TicksTest {

    @ParameterizedTest
    @CsvSource({"1, 1", "1.1, 2", "2.5, 5", "6, 10", "10, 10", "137, 200", "0.003, 0.005", "0.00071, 0.001"})
    void stepWhenAtLeastSomethingIsTheNextRoundNumber(double least, double step) {
        assertThat(Ticks.step(least)).isCloseTo(step, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-0.0, 0", "1, 1", "28.5, 28.5", "100, 100", "1234567, 1234570", "0.30000000000000004, 0.3"})
    void textWhenNumberIsGivenHasSixDigitsAtMost(double number, String text) {
        assertThat(Ticks.text(number)).isEqualTo(text);
    }
}
