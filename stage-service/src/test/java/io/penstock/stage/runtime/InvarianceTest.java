package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.control.Stamp;
import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ActionKind;
import io.penstock.common.schedule.Schedule;
import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.model.Mlp;
import io.penstock.engine.optimizer.Adam;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The invariance contract: what a run computes depends on the job, not on how it is cut or scheduled. */
class InvarianceTest {

    private static final int SAMPLES = 13;
    private static final int STEPS = 4;
    private static final Mlp MODEL = new Mlp(9, List.of(11, 8, 10, 7, 12), 4, Activation.GELU, 0.2);
    private static final Batch BATCH = Batch.random(SAMPLES, 9, 4, 7);
    private static final Setup SETUP = new Setup(
                    MODEL, new Adam(0.01, 0.9, 0.999, 1e-8, 0), ReferenceBackend::new, BATCH::feed)
            .batch(SAMPLES)
            .steps(STEPS)
            .clip(0.5);

    private static final Map<Integer, PipelineRun.Result> SINGLE = new ConcurrentHashMap<>();

    static Stream<Splits> splits() {
        return Splits.all();
    }

    @ParameterizedTest
    @MethodSource("splits")
    void trainWhenSplitDiffersGivesTheSameBits(Splits split) {
        for (int microBatches : new int[] {1, 2, 3, 5, 8}) {
            PipelineRun.Result single = single(microBatches);
            PipelineRun.Result result = PipelineRun.of(split.of(SETUP, microBatches));

            assertThat(result.losses()).isEqualTo(single.losses());
            assertThat(result.norms()).isEqualTo(single.norms());
            assertSameBits(result.weights(), single.weights());
        }
    }

    private static PipelineRun.Result single(int microBatches) {
        return SINGLE.computeIfAbsent(microBatches, m -> PipelineRun.of(SETUP.on("naive", 1, m)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void trainWhenMicroBatchesDifferAgreesWithTheWholeBatch(int microBatches) {
        PipelineRun.Result whole = single(1);
        PipelineRun.Result sliced = single(microBatches);

        assertThat(sliced.losses().getFirst()).isCloseTo(whole.losses().getFirst(), within(1e-6));
        double norm = whole.norms().getFirst();
        assertThat(sliced.norms().getFirst()).isCloseTo(norm, within(1e-5 * norm));
    }

    @ParameterizedTest
    @MethodSource("io.penstock.common.schedule.Schedules#all")
    void trainWhenThereAreMoreStagesThanMicroBatchesEqualsTheSingleWorker(Schedule schedule) {
        int ranks = 8 / schedule.defaultChunks();

        PipelineRun.Result split = PipelineRun.of(SETUP.on(schedule.name(), ranks, 1));

        assertThat(split.losses()).isEqualTo(single(1).losses());
        assertSameBits(split.weights(), single(1).weights());
    }

    @ParameterizedTest
    @CsvSource({"1f1b, gpipe, 1", "1f1b, zb-h2, 1", "interleaved-1f1b, looped-bfs, 2", "zb-v, dualpipe-v, 2"})
    void trainWhenScheduleChangesBetweenStepsGivesTheSameBits(String first, String second, int chunks) {
        Setup setup = SETUP.on(first, 3, 5).chunks(chunks);
        Plan other = PipelineRun.plan(SETUP.on(second, 3, 5).chunks(chunks));

        PipelineRun.Result changed = PipelineRun.of(setup.change(Map.of(1L, other, 3L, PipelineRun.plan(setup))));

        assertThat(changed.losses()).isEqualTo(single(5).losses());
        assertThat(changed.norms()).isEqualTo(single(5).norms());
        assertSameBits(changed.weights(), single(5).weights());
    }

    @Test
    void timelineWhenRecordedHasEveryActionInTheTablesOrder() {
        PipelineRun.Result result =
                PipelineRun.of(SETUP.on("zb-v", 2, 3).chunks(2).record());

        result.outcomes().forEach((rank, outcomes) -> {
            for (StepOutcome outcome : outcomes) {
                List<Stamp> stamps = outcome.timeline();
                assertThat(stamps.stream().map(Stamp::action).filter(InvarianceTest::isNoReceive))
                        .isEqualTo(result.plan().table().of(rank).stream()
                                .filter(InvarianceTest::isNoReceive)
                                .toList());
                assertThat(stamps).allMatch(stamp -> stamp.endNanos() >= stamp.startNanos());
                assertThat(stamps.stream().map(Stamp::action).toList())
                        .containsAll(result.plan().table().of(rank));
            }
        });
    }

    private static boolean isNoReceive(Action action) {
        return action.kind() != ActionKind.RECEIVE_FORWARD && action.kind() != ActionKind.RECEIVE_BACKWARD;
    }

    @Test
    void trainWhenFramesAreDelayedAndReorderedGivesTheSameBits() {
        PipelineRun.Result calm = PipelineRun.of(SETUP.on("1f1b", 4, 5));
        for (long seed = 0; seed < 5; seed++) {
            PipelineRun.Result chaotic = PipelineRun.of(SETUP.on("1f1b", 4, 5).chaos(seed));

            assertThat(chaotic.losses()).as("seed %d", seed).isEqualTo(calm.losses());
            assertSameBits(chaotic.weights(), calm.weights());
        }
    }

    @Test
    void trainWhenTheLastBatchIsSmallerThanTheMicroBatchesStillAgrees() {
        Setup partial = SETUP.batch(8, 10).steps(4);

        PipelineRun.Result single = PipelineRun.of(partial.on("naive", 1, 5));
        PipelineRun.Result split = PipelineRun.of(partial.on("1f1b", 3, 5));

        assertThat(split.outcomes().get(0).stream().map(StepOutcome::samples)).containsExactly(8, 2, 8, 2);
        assertThat(split.losses()).isEqualTo(single.losses());
        assertSameBits(split.weights(), single.weights());
    }

    @Test
    void evaluateWhenBetweenStepsLeavesTrainingAsItWas() {
        PipelineRun.Result plain = PipelineRun.of(SETUP.on("1f1b", 3, 5));
        PipelineRun.Result evaluated = PipelineRun.of(SETUP.on("1f1b", 3, 5).evaluate(4));

        assertThat(evaluated.losses()).isEqualTo(plain.losses());
        assertSameBits(evaluated.weights(), plain.weights());
        assertThat(evaluated.evaluations()).hasSize(STEPS);
    }

    @Test
    void evaluateWhenSplitDiffersGivesTheSameAccuracyAndLoss() {
        Evaluation.Outcome single = PipelineRun.of(SETUP.on("1f1b", 1, 5).evaluate(SAMPLES))
                .evaluations()
                .get(4L);
        Evaluation.Outcome split =
                PipelineRun.of(SETUP.on("1f1b", 4, 5).evaluate(4)).evaluations().get(4L);

        assertThat(split.accuracy()).isEqualTo(single.accuracy());
        assertThat(split.loss()).isCloseTo(single.loss(), within(1e-6));
        assertThat(split.samples()).isEqualTo(SAMPLES);
    }

    static void assertSameBits(Map<String, float[]> actual, Map<String, float[]> expected) {
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        expected.forEach((name, values) -> assertThat(actual.get(name)).as(name).isEqualTo(values));
    }
}
