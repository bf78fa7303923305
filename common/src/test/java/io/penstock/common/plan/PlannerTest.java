package io.penstock.common.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.Oracles;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.StageMap;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class PlannerTest {

    private static final List<StageCosts> EIGHT_LAYERS = Collections.nCopies(8, new StageCosts(1, 1, 1));

    @Test
    void planWhenEvenLayersPredictsTheKnownBubble() {
        Plan plan = plan("1f1b", 4, 8, EIGHT_LAYERS, 0);

        assertThat(plan.schedule()).isEqualTo("1f1b");
        assertThat(plan.partition()).extracting(LayerRange::size).containsExactly(2, 2, 2, 2);
        assertThat(plan.predicted().makespan()).isCloseTo(3.0 / 11, within(1e-12));
        assertThat(plan.predicted().span()).isCloseTo(3.0 / 11, within(1e-12));
        assertThat(plan.bufferDepth()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "gpipe", "1f1b"})
    void planWhenWrittenAsJsonIsReadEqual(String schedule) {
        Plan plan = plan(schedule, 4, 3, EIGHT_LAYERS, 0.25);
        JsonMapper mapper = new JsonMapper();

        String json = mapper.writeValueAsString(plan);

        assertThat(json).contains("[\"0F0\",\"0SEND_F0\"");
        assertThat(mapper.readValue(json, Plan.class)).isEqualTo(plan);
    }

    @Test
    void planWhenMoreStagesThanLayersIsRefused() {
        assertThatThrownBy(() -> plan("gpipe", 9, 8, EIGHT_LAYERS, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the pipeline has 9 stages but the model has 8 layers: use at most 8");
    }

    @Test
    void planWhenLayersAreUnevenBalancesAndPredictsWithTheStages() {
        List<StageCosts> layers = List.of(
                new StageCosts(4, 2, 2), new StageCosts(1, 1, 1), new StageCosts(1, 2, 0), new StageCosts(0, 1, 1));

        Plan plan = plan("gpipe", 2, 1, layers, 0.5);

        assertThat(plan.partition()).containsExactly(new LayerRange(0, 1), new LayerRange(1, 4));
        assertThat(plan.predicted().makespan()).isCloseTo(1 - 16.0 / (2 * 17), within(1e-12));
        assertThat(plan.predicted().span()).isCloseTo(1 - 8.0 / 17, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"naive, 8, 1", "gpipe, 8, 1", "1f1b, 8, 1", "naive, 4, 3", "gpipe, 4, 3", "1f1b, 4, 3", "1f1b, 1, 1"})
    void planWhenFewerMicroBatchesThanRanksStillFinishes(String schedule, int ranks, int microBatches) {
        Plan plan = plan(schedule, ranks, microBatches, EIGHT_LAYERS, 0);

        double steps = schedule.equals("naive") ? ranks * microBatches : microBatches + ranks - 1;
        assertThat(plan.predicted().makespan()).isCloseTo(1 - microBatches / steps, within(1e-12));
    }

    @Test
    void planWhenScheduleIsUnknownIsRefused() {
        assertThatThrownBy(() -> plan("fastest", 2, 2, EIGHT_LAYERS, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("parallelism.schedule is 'fastest' but");
    }

    @Test
    void planWhenRanksAreManyIsDoneInSeconds() {
        List<StageCosts> layers = Collections.nCopies(1024, new StageCosts(1, 1, 1));

        Plan plan = assertTimeout(Duration.ofSeconds(60), () -> plan("naive", 1024, 24, layers, 0));

        assertThat(plan.partition()).hasSize(1024);
    }

    @Test
    void planWhenLargerThanAllowedIsRefusedWithTheFix() {
        assertThatThrownBy(() -> plan("naive", 1024, 293, EIGHT_LAYERS, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parallelism.microBatches is 293 over 1024 stages, more than 300000 actions of one kind:"
                        + " use at most 292");
        assertThatThrownBy(() -> plan("auto", 64, 500, EIGHT_LAYERS, 0))
                .hasMessage("parallelism.microBatches is 500 over 64 stages, more than 30000 actions of one kind:"
                        + " use at most 468, or name a schedule instead of auto");
    }

    @Test
    void planWhenUsersTableGivesItsShapeAndRunsInSequence() {
        ScheduleTable table = Oracles.table("dualpipev_4rank_8stage_10mb.compute.csv");

        Planned planned = Planner.plan(PlanRequest.of(table), new LayerWorkload(EIGHT_LAYERS, 0));

        assertThat(planned.plan().schedule()).isEqualTo("csv");
        assertThat(planned.plan().table().stages()).isEqualTo(StageMap.wave(4, 2));
        assertThat(planned.plan().table().overlaps()).containsOnly(List.of());
        assertThat(planned.timeline().makespan()).isEqualTo(63);
    }

    @Test
    void planWhenUserGivesTheLayersCutsThere() {
        LayerWorkload workload = new LayerWorkload(
                m -> EIGHT_LAYERS.stream().map(LayerProfile::new).toList(),
                Link.INSTANT,
                Double.POSITIVE_INFINITY,
                List.of(1, 3, 4));

        assertThat(Planner.plan(PlanRequest.of("1f1b", 3, 1, 4), workload)
                        .plan()
                        .partition())
                .extracting(LayerRange::size)
                .containsExactly(1, 3, 4);
        assertThatThrownBy(() -> Planner.plan(PlanRequest.of("1f1b", 4, 1, 4), workload))
                .hasMessage(
                        "parallelism.layers is [1, 3, 4] but there are 4 stages and 8 layers: give each stage at least 1 layer, 8 in all");
    }

    @Test
    void planWhenMemoryIsShortCutsByItAndRefusesWhatDoesNotFit() {
        List<LayerProfile> layers = Stream.concat(
                        Stream.of(new LayerProfile(new StageCosts(1, 1, 1), new StageSizes(0, 0, 1), 60)),
                        Stream.generate(() -> new LayerProfile(new StageCosts(1, 1, 1), new StageSizes(2, 2, 1), 10))
                                .limit(5))
                .toList();

        Plan plan = Planner.plan(PlanRequest.of("1f1b", 2, 1, 4), limited(layers, 86))
                .plan();

        assertThat(Planner.plan(PlanRequest.of("1f1b", 2, 1, 4), limited(layers, 1000))
                        .plan()
                        .partition())
                .extracting(LayerRange::size)
                .containsExactly(3, 3);
        assertThat(plan.partition()).extracting(LayerRange::size).containsExactly(2, 4);
        assertThatThrownBy(() -> Planner.plan(PlanRequest.of("1f1b", 2, 1, 4), limited(layers, 50)))
                .hasMessageStartingWith("no cut of 6 layers into 2 stages fits into the memory of the ranks");
        assertThatThrownBy(() -> Planner.plan(PlanRequest.of("auto", 2, null, 4), limited(layers, 50)))
                .hasMessageStartingWith("no schedule fits: naive: no cut of 6 layers");
    }

    private static LayerWorkload limited(List<LayerProfile> layers, double memory) {
        return new LayerWorkload(m -> layers, Link.INSTANT, memory, null);
    }

    private static Plan plan(String schedule, int ranks, int microBatches, List<StageCosts> layers, double latency) {
        return Planner.plan(PlanRequest.of(schedule, ranks, 1, microBatches), new LayerWorkload(layers, latency))
                .plan();
    }
}
