package io.penstock.common.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.StageMap;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulatorTest {

    @ParameterizedTest
    @CsvSource({
        "naive, 4, 1, 1, 1, 48", "naive, 8, 1, 1, 1, 96", "naive, 12, 2, 3, 1, 288",
        "gpipe, 4, 1, 1, 1, 21", "gpipe, 8, 1, 1, 1, 33", "gpipe, 12, 2, 3, 1, 90",
        "1f1b, 4, 1, 1, 1, 21", "1f1b, 8, 1, 1, 1, 33", "1f1b, 12, 2, 3, 1, 90",
    })
    void simulateWhenFourRanksGivesGoldenMakespan(
            String schedule, int microBatches, double f, double i, double w, double makespan) {
        Timeline timeline = simulate(schedule, 4, microBatches, new StageCosts(f, i, w), 0);

        assertThat(timeline.makespan()).isCloseTo(makespan, within(1e-9));
        double ideal = microBatches * (f + i + w);
        assertThat(timeline.bubble().makespan()).isCloseTo(1 - ideal / makespan, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({
        "naive, 12, 2, 3, 1, 288",
        "gpipe, 4, 1, 1, 1, 21",
        "gpipe, 8, 1, 1, 1, 33",
        "gpipe, 12, 2, 3, 1, 90",
        "1f1b, 4, 1, 1, 1, 21",
        "1f1b, 8, 1, 1, 1, 33",
        "1f1b, 12, 2, 3, 1, 90",
    })
    void bubbleWhenFirstRankSpansWholeStepGivesEqualRates(
            String schedule, int microBatches, double f, double i, double w, double spanCost) {
        Bubble bubble =
                simulate(schedule, 4, microBatches, new StageCosts(f, i, w), 0).bubble();

        assertThat(bubble.span()).isCloseTo(1 - microBatches * (f + i + w) / spanCost, within(1e-12));
    }

    /** Profiled times of Qi et al., "Zero Bubble Pipeline Parallelism" (2024), table of bubble rates, column 1F1B. */
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
        Bubble bubble = simulate("1f1b", ranks, microBatches, new StageCosts(f, i, w), latency)
                .bubble();

        assertThat(bubble.span()).isCloseTo(rate, within(5e-5));
    }

    @ParameterizedTest
    @CsvSource({"gpipe, 60", "1f1b, 71"})
    void simulateWhenLatencyReversesTheRanking(String schedule, double makespan) {
        assertThat(simulate(schedule, 4, 16, new StageCosts(1, 1, 1), 0.5).makespan())
                .isCloseTo(makespan, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"naive, 1 1 1 1", "gpipe, 8 8 8 8", "1f1b, 4 3 2 1"})
    void peakActivationsWhenFourRanksAreTheGoldenOnes(String schedule, String peaks) {
        int[] actual = simulate(schedule, 4, 8, new StageCosts(1, 1, 1), 0).peakActivations();

        assertThat(actual)
                .containsExactly(List.of(peaks.split(" ")).stream()
                        .mapToInt(Integer::parseInt)
                        .toArray());
    }

    static Timeline simulate(String schedule, int ranks, int microBatches, StageCosts costs, double latency) {
        ScheduleTable table = Schedules.named(schedule).table(new StageMap(ranks, 1), microBatches);
        return Simulator.simulate(Lowering.lower(table), Collections.nCopies(ranks, costs), latency);
    }
}
