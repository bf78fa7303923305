package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Bubbles;
import io.penstock.common.simulate.RankTimes;
import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.Interceptor;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.model.Mlp;
import io.penstock.engine.optimizer.Sgd;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measured time: with compute actions of one length, the bubble is the schedule's, and all time of a step is booked. */
class BubbleTest {

    private static final int RANKS = 4;
    private static final int STEPS = 4;
    private static final Duration ACTION = Duration.ofMillis(40);
    private static final double NANOS = 1e-9;

    private static final Setup SETUP = new Setup(
                    new Mlp(4, List.of(4, 4, 4), 2, Activation.RELU, 0),
                    new Sgd(0.1, 0, 0),
                    BubbleTest::paced,
                    Batch.random(16, 4, 2, 5)::feed)
            .batch(16)
            .steps(STEPS)
            .sockets();

    /** Makes each compute action take the same time. */
    private static Backend paced() {
        return Interceptor.wrap(new ReferenceBackend(), (kernel, arguments) -> {
            if (kernel.equals("synchronize")) {
                LockSupport.parkNanos(ACTION.toNanos());
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"gpipe,4", "1f1b,8"})
    void bubbleWhenActionsAreEquallyLongIsTheSchedules(String schedule, int microBatches) {
        assertSchedulesBubble(schedule, microBatches);
    }

    @ParameterizedTest
    @CsvSource({"gpipe,8", "1f1b,4", "1f1b,16"})
    @Tag("extended")
    void bubbleWhenMicroBatchesAreOthersIsTheSchedules(String schedule, int microBatches) {
        assertSchedulesBubble(schedule, microBatches);
    }

    private static void assertSchedulesBubble(String schedule, int microBatches) {
        double expected = (RANKS - 1.0) / (microBatches + RANKS - 1);

        PipelineRun.Result result = PipelineRun.of(SETUP.on(schedule, RANKS, microBatches));

        assertThat(leastMakespan(result)).isCloseTo(expected, within(0.03));
    }

    @Test
    void bubbleWhenNaiveIsAllButOneRank() {
        assertNaiveBubble(4);
    }

    @Test
    @Tag("extended")
    void bubbleWhenNaiveHasMoreMicroBatchesIsAllButOneRank() {
        assertNaiveBubble(8);
    }

    private static void assertNaiveBubble(int microBatches) {
        PipelineRun.Result result = PipelineRun.of(SETUP.on("naive", RANKS, microBatches));

        assertThat(leastMakespan(result)).isCloseTo(1 - 1.0 / RANKS, within(0.03));
    }

    @ParameterizedTest
    @CsvSource({"naive", "1f1b"})
    void timesWhenBookedAddUpToTheWallTime(String schedule) {
        assertTimesAddUp(schedule);
    }

    @Test
    @Tag("extended")
    void timesWhenBookedForGPipeAddUpToTheWallTime() {
        assertTimesAddUp("gpipe");
    }

    private static void assertTimesAddUp(String schedule) {
        long start = System.nanoTime();
        PipelineRun.Result result = PipelineRun.of(SETUP.on(schedule, RANKS, 4));
        double elapsed = (System.nanoTime() - start) * NANOS;

        result.outcomes().forEach((rank, outcomes) -> {
            for (StepOutcome outcome : outcomes) {
                double busy = sum(outcome.busySeconds().values().stream());
                double idle = sum(outcome.idleSeconds().values().stream());
                assertThat(busy + idle).isCloseTo(outcome.wallSeconds(), within(0.02 * outcome.wallSeconds()));
                assertThat(outcome.computeSeconds()).isBetween(8 * ACTION.toNanos() * NANOS, outcome.wallSeconds());
            }
            assertThat(sum(outcomes.stream().map(StepOutcome::wallSeconds))).isLessThan(elapsed);
        });
        StepOutcome first = result.outcomes().get(0).getLast();
        StepOutcome last = result.outcomes().get(RANKS - 1).getLast();
        assertThat(first.idleSeconds()).doesNotContainKey("fill");
        assertThat(last.idleSeconds().get("fill")).isGreaterThan(2 * ACTION.toNanos() * NANOS);
        assertThat(last.idleSeconds().get("drain"))
                .isGreaterThan(first.idleSeconds().get("drain"));
    }

    private static double sum(Stream<Double> values) {
        return values.mapToDouble(Double::doubleValue).sum();
    }

    /** The step that other load on the machine disturbed least. */
    private static double leastMakespan(PipelineRun.Result result) {
        return IntStream.range(1, STEPS)
                .mapToDouble(step -> measured(result, step).makespan())
                .min()
                .orElseThrow();
    }

    private static Bubble measured(PipelineRun.Result result, int step) {
        return Bubbles.measured(result.outcomes().values().stream()
                .map(outcomes -> outcomes.get(step))
                .map(outcome -> new RankTimes(
                        outcome.firstStartNanos() * NANOS, outcome.lastEndNanos() * NANOS, outcome.computeSeconds()))
                .toList());
    }
}
