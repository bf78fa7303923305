package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.common.schedule.Schedule;
import io.penstock.common.schedule.Schedules;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.model.ReferenceModel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Small models of every kind, started from PyTorch's weights, follow PyTorch's run however they are cut and scheduled. */
class ReferenceModelTest {

    private static final int MICRO_BATCHES = 4;

    /** The first run of each model on each backend, which the others must equal bit for bit. */
    private static final Map<String, PipelineRun.Result> FIRST = new ConcurrentHashMap<>();

    @ParameterizedTest
    @EnumSource(names = "COURSE_MLP", mode = EnumSource.Mode.EXCLUDE)
    void trainWhenComputedInFloat64FollowsPyTorch(ReferenceModel reference) {
        ReferenceRuns.assertFollowsPyTorch(
                reference,
                PipelineRun.of(
                        ReferenceRuns.setup(reference, ReferenceBackend::new).on("1f1b", 1, 1)));
    }

    static Stream<Arguments> splits() {
        return Stream.of("cpu", "nd4j")
                .flatMap(backend -> Arrays.stream(ReferenceModel.values())
                        .flatMap(reference -> Stream.concat(
                                IntStream.of(1, 2, 4)
                                        .mapToObj(ranks -> Arguments.of(backend, reference, "1f1b", ranks)),
                                backend.equals("cpu") ? others(reference) : Stream.empty())));
    }

    /** Every other schedule on the fewest ranks that show it. */
    private static Stream<Arguments> others(ReferenceModel reference) {
        return Schedules.names().stream()
                .filter(schedule -> !schedule.equals("1f1b"))
                .map(schedule -> Arguments.of("cpu", reference, schedule, 2));
    }

    @ParameterizedTest
    @MethodSource("splits")
    void trainWhenSplitFollowsPyTorch(String backend, ReferenceModel reference, String schedule, int ranks) {
        assertFollowsPyTorch(backend, reference, schedule, ranks);
    }

    /** What {@link #splits} leaves out: all on cpu, and every schedule on nd4j. */
    static Stream<Arguments> otherSplits() {
        Set<List<Object>> shown = splits().map(split -> List.of(split.get())).collect(Collectors.toSet());
        return Stream.of("cpu", "nd4j")
                .flatMap(backend -> Arrays.stream(ReferenceModel.values())
                        .flatMap(reference -> Schedules.all().stream()
                                .flatMap(schedule -> (backend.equals("cpu") ? IntStream.of(1, 2, 4) : IntStream.of(2))
                                        .filter(ranks -> fits(reference, schedule, ranks))
                                        .mapToObj(ranks -> Arguments.of(backend, reference, schedule.name(), ranks)))))
                .filter(split -> !shown.contains(List.of(split.get())));
    }

    private static boolean fits(ReferenceModel reference, Schedule schedule, int ranks) {
        return ranks * schedule.defaultChunks() <= reference.model().layers().size();
    }

    @ParameterizedTest
    @MethodSource("otherSplits")
    @Tag("extended")
    void trainWhenSplitInAnyWayFollowsPyTorch(String backend, ReferenceModel reference, String schedule, int ranks) {
        assertFollowsPyTorch(backend, reference, schedule, ranks);
    }

    private static void assertFollowsPyTorch(String backend, ReferenceModel reference, String schedule, int ranks) {
        PipelineRun.Result result = PipelineRun.of(ReferenceRuns.setup(reference, () -> ReferenceRuns.open(backend))
                .on(schedule, ranks, MICRO_BATCHES));

        ReferenceRuns.assertFollowsPyTorch(reference, result);
        PipelineRun.Result first = FIRST.computeIfAbsent(backend + reference, ignored -> result);
        assertThat(result.losses()).isEqualTo(first.losses());
        assertThat(result.norms()).isEqualTo(first.norms());
        InvarianceTest.assertSameBits(result.weights(), first.weights());
    }
}
