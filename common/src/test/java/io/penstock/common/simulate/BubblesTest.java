package io.penstock.common.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class BubblesTest {

    @Test
    void measuredWhenRanksDifferUsesWholeWindowAndLongestRank() {
        Bubble bubble = Bubbles.measured(
                List.of(new RankTimes(100, 108, 4), new RankTimes(101, 111, 7), new RankTimes(103, 112, 9)));

        assertThat(bubble.makespan()).isCloseTo(1 - 20.0 / (3 * 12), within(1e-12));
        assertThat(bubble.span()).isCloseTo(0.3, within(1e-12));
    }

    @Test
    void measuredWhenOneRankIsAlwaysBusyIsZero() {
        assertThat(Bubbles.measured(List.of(new RankTimes(1, 3, 2)))).isEqualTo(new Bubble(0, 0));
    }

    @Test
    void measuredWhenClockRoundingMakesARankBusierThanItsSpanIsZero() {
        assertThat(Bubbles.measured(List.of(new RankTimes(1, 3, 2.0000001)))).isEqualTo(new Bubble(0, 0));
    }

    @Test
    void measuredWhenNothingTookTimeIsZero() {
        assertThat(Bubbles.measured(List.of(new RankTimes(1, 1, 0)))).isEqualTo(new Bubble(0, 0));
    }

    @Test
    void measuredWhenNoRankIsRefused() {
        assertThatThrownBy(() -> Bubbles.measured(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a bubble needs the times of at least 1 rank, got 0");
    }

    @Test
    void rankTimesWhenEndPrecedesStartIsRefused() {
        assertThatThrownBy(() -> new RankTimes(2, 1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a rank ends after it starts and is busy for 0 or longer, got 2.0 to 1.0, busy 0.0");
    }
}
