package io.penstock.common.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.plan.Alternative;
import io.penstock.common.plan.LayerProfile;
import io.penstock.common.plan.LayerWorkload;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planner;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.Timeline;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdviceTest {

    private static final LayerWorkload SIXTEEN = new LayerWorkload(
            microBatches -> Collections.nCopies(16, new LayerProfile(Measured.LAYER)),
            Link.INSTANT,
            Double.POSITIVE_INFINITY,
            null);

    @ParameterizedTest
    @ValueSource(strings = {"1f1b", "gpipe", "zb-h1", "zb-h2"})
    void adviceWhenLayersOfAStageAreSlowNamesItAndItsRepairHolds(String schedule) {
        Plan plan = plan(schedule, null);
        PipelineCosts costs = Measured.costs(plan, AdviceTest::slowLayers, rank -> 1, 0.25);

        Advice advice = Advice.of(plan, Measured.steps(plan, costs), SIXTEEN, List.of(8));

        assertThat(advice.slow()).isEqualTo(new SlowStage(2, 2, 2, false));
        assertThat(advice.predictedStepSeconds()).isCloseTo(advice.stepSeconds(), within(1e-9));
        Plan repaired = plan(schedule, advice.repair().layers());
        assertThat(advice.repair().layers()).isNotEqualTo(List.of(4, 4, 4, 4));
        assertHolds(advice.repair(), repaired, Measured.costs(repaired, AdviceTest::slowLayers, rank -> 1, 0.25));
        assertThat(advice.repair().predictedStepSeconds()).isLessThan(0.9 * advice.stepSeconds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"interleaved-1f1b", "zb-v", "hanayo", "looped-bfs", "interleaved-zb"})
    void adviceWhenAWorkerIsSlowNamesItAndGivesItFewerLayers(String schedule) {
        Plan plan = plan(schedule, null);
        PipelineCosts costs = Measured.costs(plan, layer -> 1, AdviceTest::slowRank, 0);

        Advice advice = Advice.of(plan, Measured.steps(plan, costs), SIXTEEN, List.of(8));

        assertThat(advice.slow().rank()).isEqualTo(1);
        assertThat(advice.slow().worker()).isTrue();
        assertThat(advice.slow().times()).isCloseTo(2, within(1e-9));
        Plan repaired = plan(schedule, advice.repair().layers());
        assertHolds(advice.repair(), repaired, Measured.costs(repaired, layer -> 1, AdviceTest::slowRank, 0));
    }

    @Test
    void adviceWhenAllIsAsExpectedNamesNobodyAndRepairsNothing() {
        Plan plan = plan("1f1b", null);
        PipelineCosts costs = Measured.costs(plan, layer -> 0.001 * (1 + layer % 3), rank -> 1, 0);

        Advice advice = Advice.of(plan, Measured.steps(plan, costs), SIXTEEN, List.of(8));

        assertThat(advice.slow()).isNull();
        assertThat(advice.repair()).isNull();
    }

    @Test
    void alternativesWhenTriedWithMeasuredCostsAreAllThereFastestFirst() {
        Plan plan = plan("1f1b", null);
        PipelineCosts costs = Measured.costs(plan, AdviceTest::slowLayers, rank -> 1, 0.25);

        List<Alternative> alternatives = Advice.of(plan, Measured.steps(plan, costs), SIXTEEN, List.of(4, 8, 16))
                .alternatives();

        assertThat(alternatives).extracting(Alternative::schedule).containsAll(Schedules.names());
        assertThat(alternatives).extracting(Alternative::microBatches).contains(4, 8, 16);
        assertThat(alternatives)
                .extracting(Alternative::stepSeconds)
                .filteredOn(seconds -> seconds != null)
                .isSorted();
        Alternative same = alternatives.stream()
                .filter(other -> other.schedule().equals("1f1b") && other.microBatches() == 8)
                .findFirst()
                .orElseThrow();
        Plan repaired = plan(
                "1f1b",
                Advice.of(plan, Measured.steps(plan, costs), SIXTEEN, List.of(8))
                        .repair()
                        .layers());
        assertThat(same.stepSeconds())
                .isCloseTo(
                        makespan(repaired, Measured.costs(repaired, AdviceTest::slowLayers, rank -> 1, 0.25)),
                        within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"1.2, false", "1.4, true"})
    void slowWhenOfTwoStagesOneTakesLongerIsNamedFromAThirdOn(double times, boolean named) {
        Plan plan = Planner.plan(PlanRequest.of("1f1b", 2, null, 4), SIXTEEN).plan();
        PipelineCosts costs = Measured.costs(plan, layer -> layer < 8 ? times : 1, rank -> 1, 0);

        Advice advice = Advice.of(plan, Measured.steps(plan, costs), SIXTEEN, List.of(4));

        assertThat(advice.slow() != null).isEqualTo(named);
    }

    private static void assertHolds(Repair repair, Plan repaired, PipelineCosts costs) {
        Timeline really = Simulator.simulate(repaired.table(), costs, repaired.bufferDepth());
        assertThat(repair.predictedStepSeconds()).isCloseTo(really.makespan(), within(1e-9));
        assertThat(repair.predictedBubble().makespan())
                .isCloseTo(really.bubble().makespan(), within(1e-9));
        assertThat(repair.predictedBubble().span()).isCloseTo(really.bubble().span(), within(1e-9));
    }

    private static double makespan(Plan plan, PipelineCosts costs) {
        return Simulator.simulate(plan.table(), costs).makespan();
    }

    /** Those of stage 2 if all stages have four. */
    private static double slowLayers(int layer) {
        return layer >= 8 && layer < 12 ? 2 : 1;
    }

    private static double slowRank(int rank) {
        return rank == 1 ? 2 : 1;
    }

    private static Plan plan(String schedule, List<Integer> layers) {
        return Planner.plan(PlanRequest.of(schedule, 4, null, 8), SIXTEEN.withSizes(layers))
                .plan();
    }
}
