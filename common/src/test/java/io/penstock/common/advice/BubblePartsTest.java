package io.penstock.common.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planner;
import io.penstock.common.plan.StageWorkload;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.Timeline;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class BubblePartsTest {

    private static final StageCosts UNIT = new StageCosts(1, 1, 1);
    private static final Offset<Double> EXACT = within(1e-9);

    /** 1F1B on 4 ranks with 8 micro-batches lasts 33; a rank idles 6, 5, 4 or 3 before its first backward, 9 in all. */
    @Test
    void partsWhenStagesAreEvenAreFillAndDrain() {
        BubbleParts parts = parts(plan("1f1b"), even(Link.INSTANT));

        assertThat(parts.fill()).isCloseTo(4.5 / 33, EXACT);
        assertThat(parts.drain()).isCloseTo(4.5 / 33, EXACT);
        assertThat(Stream.of(parts.imbalance(), parts.transfer(), parts.memory(), parts.jitter()))
                .allSatisfy(part -> assertThat(part).isCloseTo(0, EXACT));
    }

    /** The bubble of GPipe grows by twice the latency for each link (shared formula: +2(p−1)c). */
    @Test
    void partsWhenTensorsNeedTimeShowTheTransfer() {
        BubbleParts parts = parts(plan("gpipe"), even(Link.latency(0.5)));

        assertThat(parts.transfer()).isCloseTo(3.0 / 36, EXACT);
        assertThat(parts.fill() + parts.drain()).isCloseTo(9.0 / 36, EXACT);
    }

    /** With one stage of 2 instead of 1, GPipe's 8 micro-batches last 11 + 7 forward and as many times 2 backward. */
    @Test
    void partsWhenOneStageIsSlowShowTheImbalance() {
        List<StageCosts> times = List.of(UNIT, UNIT.times(2), UNIT, UNIT);
        BubbleParts parts = parts(plan("gpipe"), new PipelineCosts(times, Link.INSTANT));

        double makespan = 3 * (11 + 8);
        assertThat(parts.fill() + parts.drain()).isCloseTo(9 * 1.25 / makespan, EXACT);
        assertThat(parts.imbalance()).isCloseTo((makespan - 33 * 1.25) / makespan, EXACT);
    }

    @Test
    void partsWhenRoomIsShortShowTheMemory() {
        Plan roomy = plan("gpipe");
        Plan tight = new Plan(roomy.schedule(), List.of(), roomy.table(), 1, roomy.predicted());
        PipelineCosts costs = even(Link.latency(3));

        assertThat(parts(roomy, costs).memory()).isZero();
        BubbleParts parts = parts(tight, costs);
        assertThat(parts.memory()).isPositive();
        assertThat(parts.jitter()).isCloseTo(0, EXACT);
    }

    @Test
    void partsWhenTheStepTakesLongerThanItsActionsShowJitter() {
        Plan plan = plan("1f1b");
        PipelineCosts costs = even(Link.INSTANT);

        BubbleParts parts = BubbleParts.of(plan, costs, 44, 1 - 24.0 / 44);

        assertThat(parts.jitter()).isCloseTo(11.0 / 44, EXACT);
        assertThat(sum(parts)).isCloseTo(20.0 / 44, EXACT);
    }

    @Test
    void partsWhenCostsAreRandomAddUpToTheBubble() {
        long seed = System.nanoTime();
        System.out.println("BubblePartsTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            Plan plan =
                    plan(Schedules.names().get(random.nextInt(Schedules.names().size())));
            List<StageCosts> times = Stream.generate(
                            () -> new StageCosts(random.nextDouble(), random.nextDouble(), random.nextDouble()))
                    .limit(plan.table().stages().stages())
                    .toList();
            PipelineCosts costs = new PipelineCosts(times, Link.latency(random.nextDouble()));
            double makespan = 10 + 100 * random.nextDouble();
            double bubble = random.nextDouble();

            BubbleParts parts = BubbleParts.of(plan, costs, makespan, bubble);

            assertThat(sum(parts)).as("seed %d, %s", seed, plan.schedule()).isCloseTo(bubble, EXACT);
            assertThat(parts.fill()).as("seed %d", seed).isBetween(-1e-9, 1.0);
            assertThat(parts.memory()).as("seed %d", seed).isCloseTo(0, EXACT);
        }
    }

    private static BubbleParts parts(Plan plan, PipelineCosts costs) {
        Timeline timeline = Simulator.simulate(plan.table(), costs, plan.bufferDepth());
        BubbleParts parts = BubbleParts.of(
                plan, costs, timeline.makespan(), timeline.bubble().makespan());
        assertThat(sum(parts)).isCloseTo(timeline.bubble().makespan(), EXACT);
        return parts;
    }

    private static double sum(BubbleParts parts) {
        return parts.fill() + parts.drain() + parts.imbalance() + parts.transfer() + parts.memory() + parts.jitter();
    }

    private static PipelineCosts even(Link link) {
        return new PipelineCosts(Collections.nCopies(4, UNIT), link);
    }

    private static Plan plan(String schedule) {
        StageWorkload workload =
                new StageWorkload(List.of(UNIT), StageSizes.ZERO, Link.INSTANT, Double.POSITIVE_INFINITY);
        return Planner.plan(PlanRequest.of(schedule, 4, null, 8), workload).plan();
    }
}
