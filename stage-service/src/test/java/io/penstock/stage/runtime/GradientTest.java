package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.plan.BufferDepth;
import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleText;
import io.penstock.common.schedule.StageMap;
import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.Interceptor;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.model.Mlp;
import io.penstock.engine.optimizer.Adam;
import io.penstock.engine.stage.Memory;
import io.penstock.engine.tensor.Tensor;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scale, order and health of gradients, as users of other systems have seen them go wrong. */
class GradientTest {

    private static final int SAMPLES = 16;
    private static final Adam ADAM = new Adam(0.01, 0.9, 0.999, 1e-8, 0);
    private static final Mlp MODEL = new Mlp(6, List.of(7, 5), 3, Activation.TANH, 0);
    private static final Setup SETUP = setup(ReferenceBackend::new);

    private static Setup setup(Supplier<Backend> backend) {
        return new Setup(MODEL, ADAM, backend, Batch.random(SAMPLES, 6, 3, 11)::feed)
                .batch(SAMPLES)
                .steps(6);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16})
    void lossAndNormWhenSlicedAgreeWithTheWholeBatch(int microBatches) {
        PipelineRun.Result whole = PipelineRun.of(SETUP.on("gpipe", 1, 1));
        PipelineRun.Result sliced = PipelineRun.of(SETUP.on("1f1b", 2, microBatches));

        assertThat(sliced.losses().getFirst()).isCloseTo(whole.losses().getFirst(), within(1e-6));
        double norm = whole.norms().getFirst();
        assertThat(sliced.norms().getFirst()).isCloseTo(norm, within(1e-5 * norm));
    }

    @Test
    void lossWhenSlicesAreUnevenIsTheMeanOverSamples() {
        Setup eight = SETUP.batch(8).steps(1);
        PipelineRun.Result whole = PipelineRun.of(eight.on("gpipe", 1, 1));
        PipelineRun.Result sliced = PipelineRun.of(eight.on("1f1b", 3, 3));

        assertThat(sliced.losses().getFirst()).isCloseTo(whole.losses().getFirst(), within(1e-6));
        whole.firstGradients()
                .forEach((name, gradient) -> assertThat(sliced.firstGradients().get(name))
                        .as(name)
                        .containsExactly(gradient, within(1e-6f)));
    }

    @Test
    void weightsWhenBackwardsRunInAnotherOrderAreTheSameBits() {
        ScheduleTable shuffled =
                ScheduleText.parse("0F0,0F1,0F2,0B2,0B0,0B1\n1F0,1F1,1F2,1B2,1B0,1B1\n", StageMap.loop(2, 1), 3);
        ScheduleTable lowered = Lowering.lower(shuffled);
        Setup setup = SETUP.on("gpipe", 2, 3);
        Plan ordered = PipelineRun.plan(setup);
        Plan plan = new Plan("own", ordered.partition(), lowered, BufferDepth.of(lowered), ordered.predicted());

        PipelineRun.Result expected = PipelineRun.of(setup);
        PipelineRun.Result result = PipelineRun.of(setup, plan);

        assertThat(result.losses()).isEqualTo(expected.losses());
        InvarianceTest.assertSameBits(result.weights(), expected.weights());
    }

    @ParameterizedTest
    @CsvSource({"1,0.2", "5,1", "10,1"})
    void gradientScaleWhenNormIsFiveIsClipOverNorm(double clip, double expected) {
        Recipe recipe = new Recipe(0, 1, null, null, null, step -> 0, clip, Memory.PLAIN, false, List.of());

        assertThat(recipe.gradientScale(Math.sqrt(3 * 3 + 4 * 4))).isEqualTo(expected);
    }

    @Test
    void clippedUpdateWhenSplitIsTheSameOnEveryStage() {
        Setup clipped = SETUP.clip(0.05).steps(1);
        PipelineRun.Result single = PipelineRun.of(clipped.on("1f1b", 1, 4));
        PipelineRun.Result split = PipelineRun.of(clipped.on("1f1b", 4, 4));
        double norm = single.norms().getFirst();

        assertThat(norm).isGreaterThan(0.05);
        assertThat(split.norms()).isEqualTo(single.norms());
        assertThat(norm(split)).isCloseTo(0.05, within(1e-6));
        InvarianceTest.assertSameBits(split.weights(), single.weights());
    }

    private static double norm(PipelineRun.Result result) {
        double sum = 0;
        for (float[] gradient : result.firstGradients().values()) {
            for (float value : gradient) {
                sum += (double) value * value;
            }
        }
        return Math.sqrt(sum);
    }

    @Test
    void stepWhenOneStageHasNanIsSkippedByAllStages() {
        int spoiledStep = 3;
        PipelineRun.Result clean = PipelineRun.of(SETUP.on("1f1b", 3, 2).steps(5));
        PipelineRun.Result spoiled = PipelineRun.of(
                setup(spoilRankOne(spoiledStep, 2)).on("1f1b", 3, 2).steps(6));

        for (List<StepOutcome> outcomes : spoiled.outcomes().values()) {
            assertThat(outcomes.stream().filter(StepOutcome::skipped).map(StepOutcome::step))
                    .containsExactly((long) spoiledStep);
            assertThat(outcomes.get(spoiledStep).gradientNorm()).isNaN();
        }
        assertThat(spoiled.losses().get(4)).isEqualTo(clean.losses().get(3));
        InvarianceTest.assertSameBits(spoiled.weights(), clean.weights());
    }

    /** Backends are made in rank order; the second one writes a NaN into a bias gradient in one step, before the
     * second micro-batch is added. */
    private static Supplier<Backend> spoilRankOne(int step, int microBatches) {
        AtomicInteger made = new AtomicInteger();
        return () -> {
            Backend backend = new ReferenceBackend();
            if (made.getAndIncrement() != 1) {
                return backend;
            }
            AtomicInteger biasGradients = new AtomicInteger();
            return Interceptor.wrap(backend, (kernel, arguments) -> {
                if (kernel.equals("sumRows") && biasGradients.getAndIncrement() == step * microBatches + 1) {
                    backend.fill((Tensor) arguments[2], Float.NaN);
                }
            });
        };
    }
}
