package io.penstock.common.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.penstock.common.cost.StageCosts;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class PlannerTest {

    private static final List<StageCosts> EIGHT_LAYERS = Collections.nCopies(8, new StageCosts(1, 1, 1));

    @Test
    void planWhenEvenLayersPredictsTheKnownBubble() {
        Plan plan = Planner.plan("1f1b", 4, 1, 8, EIGHT_LAYERS, 0);

        assertThat(plan.schedule()).isEqualTo("1f1b");
        assertThat(plan.partition()).extracting(LayerRange::size).containsExactly(2, 2, 2, 2);
        assertThat(plan.predicted().makespan()).isCloseTo(3.0 / 11, within(1e-12));
        assertThat(plan.predicted().span()).isCloseTo(3.0 / 11, within(1e-12));
        assertThat(plan.bufferDepth()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "gpipe", "1f1b"})
    void planWhenWrittenAsJsonIsReadEqual(String schedule) {
        Plan plan = Planner.plan(schedule, 4, 1, 3, EIGHT_LAYERS, 0.25);
        JsonMapper mapper = new JsonMapper();

        String json = mapper.writeValueAsString(plan);

        assertThat(json).contains("[\"0F0\",\"0SEND_F0\"");
        assertThat(mapper.readValue(json, Plan.class)).isEqualTo(plan);
    }

    @Test
    void planWhenMoreStagesThanLayersIsRefused() {
        assertThatThrownBy(() -> Planner.plan("gpipe", 9, 1, 8, EIGHT_LAYERS, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parallelism.pipeline is 9 but the model has 8 layers: use at most 8");
    }

    @Test
    void planWhenLayersAreUnevenBalancesAndPredictsWithTheStages() {
        List<StageCosts> layers = List.of(
                new StageCosts(4, 2, 2), new StageCosts(1, 1, 1), new StageCosts(1, 2, 0), new StageCosts(0, 1, 1));

        Plan plan = Planner.plan("gpipe", 2, 1, 1, layers, 0.5);

        assertThat(plan.partition()).containsExactly(new LayerRange(0, 1), new LayerRange(1, 4));
        assertThat(plan.predicted().makespan()).isCloseTo(1 - 16.0 / (2 * 17), within(1e-12));
        assertThat(plan.predicted().span()).isCloseTo(1 - 8.0 / 17, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"naive, 8, 1", "gpipe, 8, 1", "1f1b, 8, 1", "naive, 4, 3", "gpipe, 4, 3", "1f1b, 4, 3", "1f1b, 1, 1"})
    void planWhenFewerMicroBatchesThanRanksStillFinishes(String schedule, int ranks, int microBatches) {
        Plan plan = Planner.plan(schedule, ranks, 1, microBatches, EIGHT_LAYERS, 0);

        double steps = schedule.equals("naive") ? ranks * microBatches : microBatches + ranks - 1;
        assertThat(plan.predicted().makespan()).isCloseTo(1 - microBatches / steps, within(1e-12));
    }

    @Test
    void planWhenScheduleIsUnknownIsRefused() {
        assertThatThrownBy(() -> Planner.plan("fastest", 2, 1, 2, EIGHT_LAYERS, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("parallelism.schedule is 'fastest' but");
    }

    @Test
    void planWhenRanksAreManyIsDoneInSeconds() {
        List<StageCosts> layers = Collections.nCopies(1024, new StageCosts(1, 1, 1));

        Plan plan = assertTimeout(Duration.ofSeconds(60), () -> Planner.plan("naive", 1024, 1, 24, layers, 0));

        assertThat(plan.partition()).hasSize(1024);
    }

    @Test
    void planWhenLargerThanAllowedIsRefusedWithTheFix() {
        assertThatThrownBy(() -> Planner.plan("naive", 1024, 1, 98, EIGHT_LAYERS, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parallelism.microBatches is 98 over 1024 stages, more than 100000 actions of one kind:"
                        + " use at most 97");
    }
}
