package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.penstock.common.cost.StageSizes;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.Liveness;
import io.penstock.engine.backend.LossKernels;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.generate.Generation;
import io.penstock.engine.layer.LayerCost;
import io.penstock.engine.model.Bert;
import io.penstock.engine.model.Gpt2;
import io.penstock.engine.model.Model;
import io.penstock.engine.optimizer.AdamW;
import io.penstock.engine.stage.Memory;
import io.penstock.engine.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The invariance contract for sequences, with a head that shares the table of the embedding. */
class TransformerTest {

    private static final int VOCABULARY = 17;
    private static final AdamW OPTIMIZER = new AdamW(0.01, 0.9, 0.999, 1e-8, 0.1);
    private static final Gpt2 GPT = new Gpt2(VOCABULARY, 12, 7, 8, 2, null, 0.1, 1e-5, null);
    private static final TokenBatch EVEN = batch(6, 9, 9, 5);
    private static final Setup SETUP = setup(GPT, EVEN).steps(3).clip(0.5);

    private static final Map<Integer, PipelineRun.Result> SINGLE = new ConcurrentHashMap<>();

    private static Setup setup(Model model, TokenBatch batch) {
        return new Setup(model, OPTIMIZER, ReferenceBackend::new, batch::feed)
                .batch(batch.samples())
                .tokens(12, batch.segmented());
    }

    /** Random sequences of shortest to longest tokens, some of whose labels count for nothing. */
    private static TokenBatch batch(int samples, int shortest, int longest, long seed) {
        Random random = new Random(seed);
        int[][] ids = new int[samples][];
        int[][] labels = new int[samples][];
        for (int i = 0; i < samples; i++) {
            int length = shortest + random.nextInt(longest - shortest + 1);
            ids[i] = random.ints(length, 0, VOCABULARY).toArray();
            labels[i] = random.ints(length, -3, VOCABULARY)
                    .map(label -> label < 0 ? LossKernels.IGNORED : label)
                    .toArray();
        }
        return new TokenBatch(ids, null, labels, shortest != longest);
    }

    private static PipelineRun.Result single(int microBatches) {
        return SINGLE.computeIfAbsent(microBatches, m -> PipelineRun.of(SETUP.on("naive", 1, m)));
    }

    static Stream<Splits> splits() {
        return Splits.all();
    }

    @ParameterizedTest
    @MethodSource("splits")
    void trainWhenSplitDiffersGivesTheSameBits(Splits split) {
        assertSameBits(split, 4);
    }

    @ParameterizedTest
    @MethodSource("splits")
    @Tag("extended")
    void trainWhenMicroBatchesDifferTooGivesTheSameBits(Splits split) {
        assertSameBits(split, 1);
        assertSameBits(split, 2);
        assertSameBits(split, 6);
    }

    private static void assertSameBits(Splits split, int microBatches) {
        PipelineRun.Result result = PipelineRun.of(split.of(SETUP, microBatches));

        assertThat(result.losses()).isEqualTo(single(microBatches).losses());
        assertThat(result.norms()).isEqualTo(single(microBatches).norms());
        InvarianceTest.assertSameBits(result.weights(), single(microBatches).weights());
        assertCopiesEqual(result);
    }

    /** The table of tokens, with the first stage and with the last, has the same bytes after every step. */
    private static void assertCopiesEqual(PipelineRun.Result result) {
        assertThat(result.shared()).containsOnlyKeys("wte.weight copy", "wte.weight home");
        assertThat(result.shared().get("wte.weight copy"))
                .hasSize(result.losses().size())
                .usingRecursiveComparison()
                .isEqualTo(result.shared().get("wte.weight home"));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 3", "4, 6", "6, 6"})
    void trainWhenMicroBatchesDifferAgreesWithTheWholeBatch(int microBatches, int ranks) {
        PipelineRun.Result whole = single(1);
        PipelineRun.Result sliced = PipelineRun.of(SETUP.on("1f1b", ranks, microBatches));

        assertThat(sliced.losses().getFirst()).isCloseTo(whole.losses().getFirst(), within(1e-6));
        double norm = whole.norms().getFirst();
        assertThat(sliced.norms().getFirst()).isCloseTo(norm, within(1e-5 * norm));
    }

    @ParameterizedTest
    @CsvSource({"1f1b, 3", "interleaved-1f1b, 3", "zb-h1, 4"})
    void trainWhenActivationsAreComputedAgainGivesTheSameBits(String schedule, int ranks) {
        for (int every : new int[] {1, 2, 100}) {
            PipelineRun.Result again =
                    PipelineRun.of(SETUP.on(schedule, ranks, 4).memory(new Memory(DType.F32, every)));

            assertThat(again.losses()).isEqualTo(single(4).losses());
            assertThat(again.norms()).isEqualTo(single(4).norms());
            InvarianceTest.assertSameBits(again.weights(), single(4).weights());
        }
    }

    @ParameterizedTest
    @CsvSource({"gpipe, 0, F32", "gpipe, 1, F32", "1f1b, 0, F32", "1f1b, 1, F32", "1f1b, 0, BF16", "1f1b, 1, BF16"})
    void trainWhenMemoryIsSavedStashesWhatThePlanPredicts(String schedule, int recomputed, DType storage) {
        Memory memory = new Memory(storage, recomputed);
        PipelineRun.Result result = PipelineRun.of(SETUP.on(schedule, 3, 6).memory(memory));
        List<Double> predicted = predictedPeaks(result.plan(), memory, 1);
        List<Double> plain = predictedPeaks(result.plan(), Memory.PLAIN, 1);

        for (int rank = 0; rank < 3; rank++) {
            double measured = peak(result, rank);
            assertThat(measured).as("rank %d", rank).isCloseTo(predicted.get(rank), withinPercentage(12));
            if (recomputed == 1 && schedule.equals("gpipe")) {
                assertThat(measured).isLessThan(plain.get(rank) / 2);
            }
        }
    }

    /** As the planner does it, for one stage a rank: what is stashed at the peak, and room for one backward. */
    private static List<Double> predictedPeaks(Plan plan, Memory memory, int samples) {
        List<LayerCost> costs = memory.applyTo(LayerCost.of(GPT.layers(), 9), 9 * Integer.BYTES);
        List<StageSizes> sizes = plan.partition().stream()
                .map(range -> costs.subList(range.from(), range.to()))
                .map(own -> new StageSizes(
                        samples * own.stream().mapToLong(LayerCost::stashBytes).sum(),
                        samples * own.stream().mapToLong(LayerCost::keptBytes).sum(),
                        own.getLast().outputBytes()))
                .toList();
        List<Double> peaks = new ArrayList<>(Liveness.peaks(plan.table(), sizes));
        for (int rank = 0; rank < peaks.size(); rank++) {
            LayerRange range = plan.partition().get(rank);
            long working = costs.subList(range.from(), range.to()).stream()
                    .mapToLong(memory::workingBytes)
                    .sum();
            peaks.set(rank, peaks.get(rank) + samples * working);
        }
        return peaks;
    }

    private static long peak(PipelineRun.Result result, int rank) {
        return result.outcomes().get(rank).getFirst().activationBytes();
    }

    @ParameterizedTest
    @CsvSource({"BF16, 0", "BF16, 2", "F16, 0"})
    void trainWhenActivationsAreNarrowDoesNotDependOnTheSplit(DType storage, int recomputed) {
        Setup narrow = SETUP.memory(new Memory(storage, recomputed));
        PipelineRun.Result one = PipelineRun.of(narrow.on("naive", 1, 4));

        for (String schedule : List.of("1f1b", "zb-h1", "interleaved-1f1b")) {
            PipelineRun.Result split = PipelineRun.of(narrow.on(schedule, 3, 4).sockets());

            assertThat(split.losses()).isEqualTo(one.losses());
            assertThat(split.norms()).isEqualTo(one.norms());
            InvarianceTest.assertSameBits(split.weights(), one.weights());
        }
        assertThat(one.losses().getFirst()).isCloseTo(single(4).losses().getFirst(), within(2e-3));
        assertThat(one.losses()).isNotEqualTo(single(4).losses());
        assertThat(peak(one, 0)).isLessThan(peak(single(4), 0) * 2 / 3);
    }

    @Test
    void trainWhenHalfFloatsOverflowHalvesTheLossScaleOnAllRanks() {
        // 2^16 over 32 labels is 2^11 a label; weights of the head make the gradients of F16 overflow
        Setup steep = SETUP.memory(new Memory(DType.F16, 0)).initial(Map.of("wte.weight", filled(VOCABULARY * 8, 60)));
        PipelineRun.Result result = PipelineRun.of(steep.on("1f1b", 3, 1).steps(12));

        List<List<Boolean>> skipped = result.outcomes().values().stream()
                .map(outcomes -> outcomes.stream().map(StepOutcome::skipped).toList())
                .toList();
        assertThat(skipped).allMatch(skipped.getFirst()::equals);
        assertThat(skipped.getFirst()).startsWith(true).endsWith(false);
    }

    private static float[] filled(int count, float value) {
        float[] values = new float[count];
        Random random = new Random(3);
        for (int i = 0; i < count; i++) {
            values[i] = value * (random.nextFloat() - 0.5f);
        }
        return values;
    }

    @Test
    void trainWhenSequencesDifferInLengthEqualsEachAlone() {
        TokenBatch mixed = new TokenBatch(lengths(7, 12, 5, 12), null, lengths(7, 12, 5, 12), true);
        Gpt2 plain = new Gpt2(VOCABULARY, 12, 3, 8, 2, null, 0, 1e-5, null);
        Setup setup = setup(plain, mixed).steps(1);

        PipelineRun.Result together = PipelineRun.of(setup.on("naive", 1, 1));
        PipelineRun.Result apart = PipelineRun.of(setup.on("1f1b", 3, 4).sockets());

        assertThat(apart.losses().getFirst()).isCloseTo(together.losses().getFirst(), within(1e-6));
        double norm = together.norms().getFirst();
        assertThat(apart.norms().getFirst()).isCloseTo(norm, within(1e-5 * norm));
        double sum = 0;
        for (int i = 0; i < 4; i++) {
            int[][] one = {mixed.ids()[i]};
            TokenBatch alone = new TokenBatch(one, null, one, false);
            sum += one[0].length
                    * PipelineRun.of(setup(plain, alone).steps(1)).losses().getFirst();
        }
        assertThat(together.losses().getFirst()).isCloseTo(sum / 36, within(1e-6));
    }

    private static int[][] lengths(int... lengths) {
        Random random = new Random(11);
        return Arrays.stream(lengths)
                .mapToObj(length -> random.ints(length, 0, VOCABULARY).toArray())
                .toArray(int[][]::new);
    }

    @Test
    void trainWhenMicroBatchesHaveDifferentNumbersOfLabelsEqualsTheTokenMean() {
        int[][] ids = lengths(12, 12);
        int[][] labels = {only(ids[0], 1), only(ids[1], 9)};
        Setup setup = setup(
                        new Bert(VOCABULARY, 12, 2, 2, 8, 2, 16, null, 0, 1e-12, null),
                        new TokenBatch(ids, null, labels, false))
                .steps(1);

        PipelineRun.Result whole = PipelineRun.of(setup.on("naive", 1, 1));
        PipelineRun.Result sliced = PipelineRun.of(setup.on("1f1b", 2, 2));

        assertThat(sliced.losses().getFirst()).isCloseTo(whole.losses().getFirst(), within(1e-6));
        assertThat(sliced.norms().getFirst())
                .isCloseTo(whole.norms().getFirst(), within(1e-5 * whole.norms().getFirst()));
    }

    /** Labels of the first so many tokens. */
    private static int[] only(int[] ids, int count) {
        int[] labels = ids.clone();
        Arrays.fill(labels, count, labels.length, LossKernels.IGNORED);
        return labels;
    }

    @Test
    void evaluateWhenBetweenStepsLeavesTrainingAsItWas() {
        PipelineRun.Result plain = PipelineRun.of(SETUP.on("1f1b", 3, 4));
        PipelineRun.Result evaluated = PipelineRun.of(SETUP.on("1f1b", 3, 4).evaluate(4));

        assertThat(evaluated.losses()).isEqualTo(plain.losses());
        InvarianceTest.assertSameBits(evaluated.weights(), plain.weights());
        assertThat(new ArrayList<>(evaluated.evaluations().values()))
                .extracting(Evaluation.Outcome::loss)
                .doesNotContainNull();
    }

    @ParameterizedTest
    @CsvSource({"0, ", "0.7, ", "1.5, 3"})
    void generateWhenSplitWritesTheSameTokens(double temperature, Integer topK) {
        Generation generation = new Generation("-", 20, temperature, topK, 4, null);
        Setup setup = SETUP.generate(generation, 3, 1, 4);

        List<Integer> one = PipelineRun.of(setup.on("naive", 1, 2)).generated();

        assertThat(one).hasSize(20).allMatch(token -> token >= 0 && token < VOCABULARY);
        assertThat(PipelineRun.of(setup.on("1f1b", 3, 2).sockets()).generated()).isEqualTo(one);
        assertThat(PipelineRun.of(setup.on("zb-v", 2, 2)).generated()).isEqualTo(one);
    }

    @Test
    void generateWhenASequenceIsLearntByHeartWritesIt() {
        int[][] ids = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
        int[][] labels = {{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}};
        Gpt2 small = new Gpt2(VOCABULARY, 12, 1, 16, 2, null, 0, 1e-5, null);
        Setup setup = setup(small, new TokenBatch(ids, null, labels, false))
                .steps(60)
                .generate(new Generation("-", 10, 0, null, 0, null), 1, 2, 3);

        assertThat(PipelineRun.of(setup).generated()).containsExactly(4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
    }
}
