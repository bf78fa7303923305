package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.schedule.Schedules;
import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.BackendProvider;
import io.penstock.engine.layer.CourseMlp;
import io.penstock.engine.model.Mlp;
import io.penstock.engine.optimizer.Adam;
import io.penstock.engine.tensor.SafetensorsFile;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The course's MLP, started from PyTorch's weights, follows PyTorch's run however it is cut, scheduled and sliced. */
class CoursePipelineTest {

    private static final Mlp MODEL =
            new Mlp(CourseMlp.WIDTH, Collections.nCopies(16, CourseMlp.WIDTH), 2, Activation.RELU, 0);
    private static final Setup SETUP = setup(CoursePipelineTest::nd4j);

    /** The first run of each number of micro-batches, which the others must equal bit for bit. */
    private static final Map<Integer, PipelineRun.Result> FIRST = new ConcurrentHashMap<>();

    static Setup setup(Supplier<Backend> backend) {
        return new Setup(MODEL, new Adam(CourseMlp.LEARNING_RATE, 0.9, 0.999, 1e-8, 0), backend, batch()::feed)
                .batch(CourseMlp.SAMPLES)
                .steps(CourseMlp.STEPS)
                .initial(floats(CourseMlp.file("weights")));
    }

    private static Backend nd4j() {
        return ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals("nd4j"))
                .findFirst()
                .orElseThrow()
                .open(0, 1);
    }

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
        return Schedules.names().stream().map(schedule -> Arguments.of(schedule, 4, 8));
    }

    @ParameterizedTest
    @MethodSource("otherSplits")
    @Tag("extended")
    void trainWhenSplitInAnyWayFollowsPyTorchsRun(String schedule, int ranks, int microBatches) {
        assertFollowsPyTorch(schedule, ranks, microBatches);
    }

    private static void assertFollowsPyTorch(String schedule, int ranks, int microBatches) {
        PipelineRun.Result result = PipelineRun.of(SETUP.on(schedule, ranks, microBatches));

        double[] expected = CourseMlp.losses();
        for (int step = 0; step < CourseMlp.STEPS; step++) {
            assertThat(result.losses().get(step)).as("loss of step %d", step).isCloseTo(expected[step], within(1e-5));
        }
        assertClose(result.firstGradients(), floats(CourseMlp.file("grads")), 1e-5);
        floats(CourseMlp.file("final"))
                .forEach((name, values) ->
                        assertThat(result.weights().get(name)).as(name).containsExactly(values, within(1e-4f)));
        PipelineRun.Result first = FIRST.computeIfAbsent(microBatches, m -> result);
        assertThat(result.losses()).isEqualTo(first.losses());
        assertThat(result.norms()).isEqualTo(first.norms());
        InvarianceTest.assertSameBits(result.weights(), first.weights());
    }

    private static void assertClose(Map<String, float[]> actual, Map<String, float[]> expected, double tolerance) {
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        expected.forEach((name, values) -> {
            double difference = 0;
            double norm = 0;
            for (int i = 0; i < values.length; i++) {
                difference += Math.pow((double) actual.get(name)[i] - values[i], 2);
                norm += (double) values[i] * values[i];
            }
            assertThat(Math.sqrt(difference)).as(name).isLessThanOrEqualTo(tolerance * Math.sqrt(norm));
        });
    }

    private static Map<String, float[]> floats(SafetensorsFile file) {
        Map<String, float[]> tensors = new HashMap<>();
        file.names().forEach(name -> tensors.put(name, floats(file.values(name))));
        return tensors;
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    private static Batch batch() {
        SafetensorsFile file = CourseMlp.file("batch");
        float[] values = floats(file.values("x"));
        float[][] inputs = new float[CourseMlp.SAMPLES][CourseMlp.WIDTH];
        for (int row = 0; row < CourseMlp.SAMPLES; row++) {
            System.arraycopy(values, row * CourseMlp.WIDTH, inputs[row], 0, CourseMlp.WIDTH);
        }
        List<Integer> labels = IntStream.range(0, CourseMlp.SAMPLES)
                .map(i -> (int) file.values("y")[i])
                .boxed()
                .toList();
        return new Batch(inputs, labels.stream().mapToInt(Integer::intValue).toArray());
    }
}
