package io.penstock.common.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.Oracles;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleText;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.simulate.Timeline.Span;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulatorTest {

    private static final StageCosts ONE_EACH = new StageCosts(1, 1, 1);

    @ParameterizedTest
    @CsvSource({
        "naive, 4, 1, 1, 1, 48", "naive, 8, 1, 1, 1, 96", "naive, 12, 2, 3, 1, 288",
        "gpipe, 4, 1, 1, 1, 21", "gpipe, 8, 1, 1, 1, 33", "gpipe, 12, 2, 3, 1, 90",
        "1f1b, 4, 1, 1, 1, 21", "1f1b, 8, 1, 1, 1, 33", "1f1b, 12, 2, 3, 1, 90",
    })
    void simulateWhenFourRanksGivesGoldenMakespanAndBothBubbles(
            String schedule, int microBatches, double f, double i, double w, double makespan) {
        Timeline timeline = simulate(schedule, 4, microBatches, new StageCosts(f, i, w), 0);

        double rate = 1 - microBatches * (f + i + w) / makespan;
        assertThat(timeline.makespan()).isCloseTo(makespan, within(1e-9));
        assertThat(timeline.bubble().makespan()).isCloseTo(rate, within(1e-12));
        assertThat(timeline.bubble().span()).isCloseTo(rate, within(1e-12));
    }

    /** Profiled times and rates of Qi et al., "Zero Bubble Pipeline Parallelism" (2024), column 1F1B. */
    @ParameterizedTest
    @CsvSource({
        "8, 24, 18.522, 18.086, 9.337, .601, .2431",
        "8, 64, 18.546, 18.097, 9.321, .762, .1240",
        "8, 32, 29.802, 29.428, 19.530, .577, .1898",
        "16, 48, 11.347, 11.248, 8.132, .377, .2552",
        "32, 96, 10.419, 10.207, 7.715, .408, .2646",
    })
    void bubbleWhenProfiledTimesEqualsPublishedRate(
            int ranks, int microBatches, double f, double i, double w, double latency, double rate) {
        Timeline timeline = simulate("1f1b", ranks, microBatches, new StageCosts(f, i, w), latency);

        assertThat(timeline.bubble().span()).isCloseTo(rate, within(5e-5));
    }

    @ParameterizedTest
    @CsvSource({"gpipe, 60", "1f1b, 71"})
    void simulateWhenLatencyReversesTheRanking(String schedule, double makespan) {
        assertThat(simulate(schedule, 4, 16, ONE_EACH, 0.5).makespan()).isCloseTo(makespan, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"0.5, 24.5", "1, 49"})
    void simulateWhenPyTorchTableGivesKnownMakespan(double cost, double makespan) {
        ScheduleTable table =
                ScheduleText.parse(Oracles.read("zb1p_2rank_4stage_8mb.comms.csv"), StageMap.loop(2, 2), 8);

        Timeline timeline = Simulator.simulate(table, Collections.nCopies(4, new StageCosts(cost, cost, cost)), 0);

        assertThat(timeline.makespan()).isCloseTo(makespan, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"naive, 1 1 1 1", "gpipe, 8 8 8 8", "1f1b, 4 3 2 1"})
    void peakActivationsWhenFourRanksAreTheGoldenOnes(String schedule, String peaks) {
        int[] actual = simulate(schedule, 4, 8, ONE_EACH, 0).peakActivations();

        assertThat(actual)
                .containsExactly(List.of(peaks.split(" ")).stream()
                        .mapToInt(Integer::parseInt)
                        .toArray());
    }

    @Test
    void peakActivationsWhenWeightPassIsLaterCountsUntilItsEnd() {
        ScheduleTable table = ScheduleText.parse("0F0,0I0,0F1,0I1,0W0,0W1", StageMap.loop(1, 1), 2);

        assertThat(Simulator.simulate(table, List.of(ONE_EACH), 0).peakActivations())
                .containsExactly(2);
    }

    @Test
    void simulateWhenStagesDifferPlacesEachSpan() {
        ScheduleTable table = Lowering.lower(Schedules.named("gpipe").table(StageMap.loop(2, 1), 1));

        Timeline timeline = Simulator.simulate(table, List.of(new StageCosts(1, 2, 3), new StageCosts(4, 5, 6)), 0.5);

        assertThat(timeline.ranks().getFirst())
                .extracting(Span::start, Span::end)
                .containsExactly(tuple(0.0, 1.0), tuple(17.0, 22.0));
        assertThat(timeline.ranks().getLast())
                .extracting(Span::start, Span::end)
                .containsExactly(tuple(1.5, 5.5), tuple(5.5, 16.5));
    }

    @Test
    void simulateWhenCostsDoNotMatchStagesIsRefused() {
        ScheduleTable table = Lowering.lower(Schedules.named("gpipe").table(StageMap.loop(2, 1), 1));

        assertThatThrownBy(() -> Simulator.simulate(table, List.of(ONE_EACH), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a table of 2 stages needs as many costs, got 1");
    }

    private static Timeline simulate(String schedule, int ranks, int microBatches, StageCosts costs, double latency) {
        ScheduleTable table = Schedules.named(schedule).table(StageMap.loop(ranks, 1), microBatches);
        return Simulator.simulate(Lowering.lower(table), Collections.nCopies(ranks, costs), latency);
    }
}
