package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.model.Mlp;
import io.penstock.engine.optimizer.Adam;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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

    static Stream<Arguments> splits() {
        return Stream.of("naive", "gpipe", "1f1b")
                .flatMap(schedule -> IntStream.of(1, 2, 3, 4)
                        .boxed()
                        .flatMap(ranks -> IntStream.of(1, 2, 3, 5, 8).mapToObj(m -> Arguments.of(schedule, ranks, m))));
    }

    @ParameterizedTest
    @MethodSource("splits")
    void trainWhenSplitDiffersGivesTheSameBits(String schedule, int ranks, int microBatches) {
        PipelineRun.Result single = PipelineRun.of(SETUP.on("naive", 1, microBatches));
        PipelineRun.Result split = PipelineRun.of(SETUP.on(schedule, ranks, microBatches));

        assertThat(split.losses()).isEqualTo(single.losses());
        assertThat(split.norms()).isEqualTo(single.norms());
        assertSameBits(split.weights(), single.weights());
    }

    @ParameterizedTest
    @MethodSource("splits")
    void trainWhenMicroBatchesDifferAgreesWithTheWholeBatch(String schedule, int ranks, int microBatches) {
        PipelineRun.Result whole = PipelineRun.of(SETUP.on("naive", 1, 1).steps(1));
        PipelineRun.Result sliced =
                PipelineRun.of(SETUP.on(schedule, ranks, microBatches).steps(1));

        assertThat(sliced.losses().getFirst()).isCloseTo(whole.losses().getFirst(), within(1e-6));
        double norm = whole.norms().getFirst();
        assertThat(sliced.norms().getFirst()).isCloseTo(norm, within(1e-5 * norm));
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "gpipe", "1f1b"})
    void trainWhenThereAreMoreStagesThanMicroBatchesEqualsTheSingleWorker(String schedule) {
        PipelineRun.Result single = PipelineRun.of(SETUP.on(schedule, 1, 1));
        PipelineRun.Result split = PipelineRun.of(SETUP.on(schedule, 8, 1));

        assertThat(split.losses()).isEqualTo(single.losses());
        assertSameBits(split.weights(), single.weights());
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
