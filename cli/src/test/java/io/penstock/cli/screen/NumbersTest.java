package io.penstock.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({"0, 0:00", "7.4, 0:07", "59.6, 1:00", "65, 1:05", "3599, 59:59", "3600, 1:00:00", "36061, 10:01:01"})
    void clockWhenSecondsAreGivenShowsMinutesAndHours(double seconds, String text) {
        assertThat(Numbers.clock(seconds)).isEqualTo(text);
    }

    @Test
    void numbersWhenAbsentAreADash() {
        assertThat(Numbers.loss(null)).isEqualTo("-");
        assertThat(Numbers.percent(null)).isEqualTo("-");
        assertThat(Numbers.count(null)).isEqualTo("-");
    }

    @Test
    void numbersWhenPresentAreRounded() {
        assertThat(Numbers.loss(0.123456)).isEqualTo("0.1235");
        assertThat(Numbers.percent(0.2727)).isEqualTo("27.3%");
        assertThat(Numbers.count(12345.6)).isEqualTo("12,346");
    }
}
