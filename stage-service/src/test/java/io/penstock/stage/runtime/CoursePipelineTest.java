package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.common.schedule.Schedules;
import io.penstock.engine.model.ReferenceModel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The course's MLP on ND4J, started from PyTorch's weights, follows PyTorch's run however it is cut, scheduled and sliced. */
class CoursePipelineTest {

    private static final Setup SETUP = ReferenceRuns.setup(ReferenceModel.COURSE_MLP, () -> ReferenceRuns.open("nd4j"));

    /** The first run of each number of micro-batches, which the others must equal bit for bit. */
    private static final Map<Integer, PipelineRun.Result> FIRST = new ConcurrentHashMap<>();

    /** Other schedules and splits, with 4 micro-batches, are in {@link ReferenceModelTest}. */
    static Stream<Arguments> splits() {
        return IntStream.of(1, 4)
                .boxed()
                .flatMap(ranks -> IntStream.of(1, 2, 8).mapToObj(m -> Arguments.of("1f1b", ranks, m)));
    }

    @ParameterizedTest
    @MethodSource("splits")
    void trainWhenStartedFromPyTorchsWeightsFollowsItsRun(String schedule, int ranks, int microBatches) {
        assertFollowsPyTorch(schedule, ranks, microBatches);
    }

    static Stream<Arguments> otherSplits() {
        return Schedules.names().stream()
                .flatMap(schedule -> IntStream.of(1, 2, 4)
                        .boxed()
                        .flatMap(ranks -> IntStream.of(1, 2, 4, 8).mapToObj(m -> Arguments.of(schedule, ranks, m))));
    }

    @ParameterizedTest
    @MethodSource("otherSplits")
    @Tag("extended")
    void trainWhenSplitInAnyWayFollowsPyTorchsRun(String schedule, int ranks, int microBatches) {
        assertFollowsPyTorch(schedule, ranks, microBatches);
    }

    private static void assertFollowsPyTorch(String schedule, int ranks, int microBatches) {
        PipelineRun.Result result = PipelineRun.of(SETUP.on(schedule, ranks, microBatches));

        ReferenceRuns.assertFollowsPyTorch(ReferenceModel.COURSE_MLP, result);
        PipelineRun.Result first = FIRST.computeIfAbsent(microBatches, m -> result);
        assertThat(result.losses()).isEqualTo(first.losses());
        assertThat(result.norms()).isEqualTo(first.norms());
        InvarianceTest.assertSameBits(result.weights(), first.weights());
    }
}
