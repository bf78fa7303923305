package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.cost.StageSizes;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.schedule.Liveness;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.model.ReferenceModel;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The course's MLP under every schedule, p and v, on a network that delays and reorders: the same bits for the same number
 * of micro-batches, and never more in memory or on the way than the plan says.
 */
class EveryScheduleTest {

    private static final Setup SETUP = ReferenceRuns.setup(ReferenceModel.COURSE_MLP, ReferenceBackend::new)
            .steps(2);

    /** One worker that runs one micro-batch after the other, by their number. */
    private static final Map<Integer, PipelineRun.Result> SINGLE = new ConcurrentHashMap<>();

    static Stream<Splits> splits() {
        return Stream.concat(
                Splits.all(), Stream.of(new Splits(PlanRequest.AUTO, 3, 2), new Splits(PlanRequest.AUTO, 4, 3)));
    }

    @ParameterizedTest
    @MethodSource("splits")
    void trainWhenScheduleDiffersGivesTheSameBitsWithinThePlansBounds(Splits split) {
        assertSameBitsWithinPlan(split, 3, 8);
    }

    @ParameterizedTest
    @MethodSource("splits")
    @Tag("extended")
    void trainWhenMicroBatchesDifferGivesTheSameBitsWithinThePlansBounds(Splits split) {
        assertSameBitsWithinPlan(split, 1, 2, 3, 5, 8);
    }

    private static void assertSameBitsWithinPlan(Splits split, int... counts) {
        for (int microBatches : counts) {
            long seed = System.nanoTime();
            String place = "%s, m %d, seed %d".formatted(split, microBatches, seed);

            PipelineRun.Result single = single(microBatches);
            PipelineRun.Result result =
                    PipelineRun.of(split.of(SETUP, microBatches).chaos(seed));

            assertThat(result.losses()).as(place).isEqualTo(single.losses());
            assertThat(result.norms()).as(place).isEqualTo(single.norms());
            InvarianceTest.assertSameBits(result.weights(), single.weights());
            assertThat(result.losses().getFirst())
                    .as(place)
                    .isCloseTo(single(1).losses().getFirst(), within(1e-6));
            assertWithinPlan(place, result);
        }
    }

    private static PipelineRun.Result single(int microBatches) {
        return SINGLE.computeIfAbsent(
                microBatches, m -> PipelineRun.of(SETUP.on("naive", 1, m).chunks(1)));
    }

    /** The stash of a micro-batch stays until its W. */
    private static void assertWithinPlan(String place, PipelineRun.Result result) {
        Plan plan = result.plan();
        List<StageSizes> one = Collections.nCopies(plan.table().stages().stages(), new StageSizes(1, 1, 0));
        List<Double> allowed = Liveness.peaks(plan.table(), one);
        result.outcomes()
                .forEach((rank, outcomes) -> assertThat(outcomes)
                        .as(place)
                        .allSatisfy(outcome ->
                                assertThat((double) outcome.peakMicroBatches()).isEqualTo(allowed.get(rank))));
        assertThat(result.linkPeak().get()).as(place).isLessThanOrEqualTo(plan.bufferDepth());
    }
}
