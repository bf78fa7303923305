package io.penstock.common.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.Liveness;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;

/**
 * The formulas of docs/schedules.md over random pipelines: p in 1..16, v in 1..4, m in 1..64, random costs. Those of the
 * zero-bubble schedules hold where W takes no longer than F or I, as it does in the papers' models.
 */
class FormulaTest {

    private static final double ROUNDING = 1e-9;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final int p = 1 + random.nextInt(16);
    private final int v = 1 + random.nextInt(4);
    private final int m = 1 + random.nextInt(64);
    private final double f = 0.1 + random.nextDouble();
    private final double i = 0.1 + random.nextDouble();
    private final double w = random.nextDouble() * Math.min(f, i);
    private final double step = f + i + w;
    private final StageCosts costs = new StageCosts(f, i, w);

    @BeforeEach
    void printSeed() {
        System.out.printf("seed %d: p %d, v %d, m %d, %s%n", seed, p, v, m, costs);
    }

    @RepeatedTest(50)
    void naiveWhenAnyShapeTakesEachRankAlone() {
        close(makespan("naive", v), m * p * step);
        assertThat(peaks("naive", v)).containsOnly(v);
    }

    @RepeatedTest(50)
    void gpipeWhenAnyShapeFillsAndDrainsOnce() {
        double latency = random.nextDouble();
        close(makespan("gpipe", 1), (m + p - 1) * step);
        close(
                Simulation.of("gpipe", new Shape(p, 1, m), costs, latency)
                        .inSequence()
                        .makespan(),
                (m + p - 1) * step + 2 * (p - 1) * latency);
        assertThat(peaks("gpipe", 1)).containsOnly(m);
    }

    @RepeatedTest(50)
    void oneForwardOneBackwardWhenAnyShapeHoldsOneMicroBatchARankBehind() {
        close(makespan("1f1b", 1), (m + p - 1) * step);
        assertThat(peaks("1f1b", 1)).isEqualTo(byRank(rank -> Math.min(m, p - rank)));
    }

    @RepeatedTest(100)
    void loopedWhenAnyShapeDividesTheBubbleByTheChunks() {
        double looped = m >= p ? (m + (p - 1.0) / v) * step : (p * v + m - 1) * step / v;
        close(makespan("interleaved-1f1b", v), v == 1 ? (m + p - 1) * step : looped);
        close(makespan("looped-bfs", v), v == 1 ? (m + p - 1) * step : looped);
        assertThat(peaks("looped-bfs", v)).containsOnly(m * v);
        int largest = Math.ceilDiv(m, Math.max(1, m / p));
        assertThat(peaks("interleaved-1f1b", v))
                .isEqualTo(byRank(rank ->
                        v == 1 ? Math.min(m, p - rank) : Math.min(m * v, 2 * (p - 1 - rank) + (v - 1) * largest + 1)));
    }

    @RepeatedTest(100)
    void zeroBubbleH1WhenAnyShapeHasItsFormulaAndTheMemoryOfOneForwardOneBackward() {
        close(makespan("zb-h1", 1), m >= p ? m * step + (p - 1) * (f + i - w) : (m + p - 1) * (f + i) + w);
        assertThat(peaks("zb-h1", 1)).isEqualTo(byRank(rank -> Math.min(m, p - rank)));
        if (m >= p) {
            double kept = random.nextDouble();
            assertMemory("zb-h1", kept, rank -> (p - rank) + rank * kept);
        }
    }

    @RepeatedTest(100)
    void zeroBubbleH2WhenMicroBatchesAreEnoughHasNoBubbleAtEvenTimes() {
        int enough = Math.max(m, 2 * p - 1);
        Timeline timeline = run("zb-h2", new Shape(p, 1, enough), costs);
        Timeline even = run("zb-h2", new Shape(p, 1, enough), Simulation.ONE_EACH);

        close(timeline.span(), enough * step + (p - 1) * (f + i - 2 * w));
        close(even.span(), 3 * enough);
        close(even.makespan(), 3 * enough + p - 1);
        if (m == enough) {
            double kept = random.nextDouble();
            assertMemory("zb-h2", kept, rank -> (2 * p - 2 * rank - 1) + 2 * rank * kept);
        }
    }

    @RepeatedTest(100)
    void zeroBubbleVWhenTimesAreEvenHasHalfAFillAndEvenMemory() {
        int enough = Math.max(m, 2 * p - 1);
        Timeline even = run("zb-v", new Shape(p, 2, enough), Simulation.ONE_EACH);
        ScheduleTable table = Schedules.named("zb-v").table(new Shape(p, 2, enough));

        close(even.span(), 3 * enough);
        close(even.makespan(), 3 * enough + (p - 1) / 2.0);
        assertThat(Liveness.peaks(table)).containsOnly(2 * p);
        List<StageSizes> whole = Collections.nCopies(2 * p, new StageSizes(0.5, 0.5, 0));
        assertThat(Liveness.peaks(table, whole)).allSatisfy(peak -> close(peak, p));
        if (m <= p) {
            close(run("zb-v", new Shape(p, 2, m), Simulation.ONE_EACH).makespan(), (m + p - 1) * 2 + 1);
        }
    }

    @RepeatedTest(100)
    void dualPipeVWhenMicroBatchesAreEnoughStaysBelowItsBound() {
        int enough = Math.max(m, 2 * p);
        StageCosts paced = new StageCosts(Math.min(f, i), i, Math.min(w, i));
        double bound = (p - 1) * (paced.forward() + 2 * paced.backward() - 3 * paced.backwardWeight()) / 2;
        Shape shape = new Shape(p, 2, enough);

        assertThat(Simulation.of("dualpipe-v", shape, paced, 0).atomic().makespan())
                .isLessThanOrEqualTo(enough * paced.total() + bound + ROUNDING * enough);
        assertThat(Liveness.peaks(Schedules.named("dualpipe-v").table(shape))).containsOnly(2 * p + 1);
    }

    private interface ByRank {
        int of(int rank);
    }

    private interface Memory {
        double of(int rank);
    }

    private List<Integer> byRank(ByRank peak) {
        return IntStream.range(0, p).map(peak::of).boxed().toList();
    }

    private void assertMemory(String schedule, double kept, Memory expected) {
        ScheduleTable table = Schedules.named(schedule).table(new Shape(p, 1, m));
        List<Double> peaks = Liveness.peaks(table, Collections.nCopies(p, new StageSizes(1, kept, 0)));
        IntStream.range(0, p).forEach(rank -> close(peaks.get(rank), expected.of(rank)));
    }

    private List<Integer> peaks(String schedule, int chunks) {
        return Liveness.peaks(Schedules.named(schedule).table(new Shape(p, chunks, m)));
    }

    private double makespan(String schedule, int chunks) {
        return run(schedule, new Shape(p, chunks, m), costs).makespan();
    }

    private static Timeline run(String schedule, Shape shape, StageCosts costs) {
        return Simulation.of(schedule, shape, costs, 0).inSequence();
    }

    private void close(double actual, double expected) {
        assertThat(actual).as("seed %d", seed).isCloseTo(expected, within(ROUNDING * Math.max(1, expected)));
    }
}
