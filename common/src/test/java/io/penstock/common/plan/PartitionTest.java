package io.penstock.common.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionTest {

    @ParameterizedTest
    @CsvSource({"80, 32, 2, 3", "18, 4, 4, 5", "8, 8, 1, 1", "7, 1, 7, 7", "10, 4, 2, 3"})
    void balanceWhenLayersAreEqualDiffersByAtMostOneLayer(int layers, int stages, int fewest, int most) {
        for (double cost : new double[] {1, 0.1, 0, 3e12}) {
            double[] costs = new double[layers];
            Arrays.fill(costs, cost);

            List<LayerRange> ranges = Partition.balance(costs, stages);

            assertCoversOnce(ranges, layers, stages);
            assertThat(ranges)
                    .extracting(LayerRange::size)
                    .contains(fewest, most)
                    .allMatch(size -> size >= fewest && size <= most);
        }
    }

    @Test
    void balanceWhenHeadIsHeavyGivesItsStageFewerBlocks() {
        double[] costs = new double[17];
        Arrays.fill(costs, 1);
        costs[16] = 3;

        assertThat(Partition.balance(costs, 4))
                .extracting(LayerRange::size)
                .satisfiesExactlyInAnyOrder(
                        size -> assertThat(size).isEqualTo(5),
                        size -> assertThat(size).isEqualTo(5),
                        size -> assertThat(size).isEqualTo(4),
                        size -> assertThat(size).isEqualTo(3));
        assertThat(Partition.balance(costs, 4).getLast()).isEqualTo(new LayerRange(14, 17));
    }

    @Test
    void balanceWhenOneLayerDominatesSpreadsTheOthersEvenly() {
        assertThat(Partition.balance(new double[] {9, 1, 1, 1, 1, 1, 1}, 3))
                .containsExactly(new LayerRange(0, 1), new LayerRange(1, 4), new LayerRange(4, 7));
    }

    @Test
    void balanceWhenInputsAreRandomEqualsBruteForce() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            int layers = 1 + random.nextInt(10);
            int stages = 1 + random.nextInt(layers);
            double[] costs = random.doubles(layers)
                    .map(cost -> random.nextInt(4) == 0 ? Math.rint(3 * cost) : cost)
                    .toArray();

            double[] slowness = random.doubles(stages)
                    .map(factor -> random.nextBoolean() ? 1 : 1 + 2 * factor)
                    .toArray();

            List<LayerRange> ranges = Partition.balance(costs, slowness, (stage, from, to) -> true);

            assertCoversOnce(ranges, layers, stages);
            double slowest = IntStream.range(0, stages)
                    .mapToDouble(stage -> slowness[stage]
                            * sum(
                                    costs,
                                    ranges.get(stage).from(),
                                    ranges.get(stage).to()))
                    .max()
                    .orElseThrow();
            double best = bruteForce(costs, slowness, 0, 0);
            assertThat(slowest)
                    .as("seed %d: %s over %s", seed, Arrays.toString(costs), Arrays.toString(slowness))
                    .isCloseTo(best, within(1e-7));
        }
    }

    @Test
    void balanceWhenMoreStagesThanLayersIsRefusedWithTheFix() {
        assertThatThrownBy(() -> Partition.balance(new double[8], 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the pipeline has 9 stages but the model has 8 layers: use at most 8");
    }

    @Test
    void balanceWhenNoStageIsRefused() {
        assertThatThrownBy(() -> Partition.balance(new double[8], 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the pipeline has 0 stages: use at least 1");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void balanceWhenACostIsNoCostIsRefused(double cost) {
        assertThatThrownBy(() -> Partition.balance(new double[] {1, cost}, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("layer costs are finite and at least 0, got [1.0, ");
    }

    private static void assertCoversOnce(List<LayerRange> ranges, int layers, int stages) {
        assertThat(ranges).hasSize(stages);
        assertThat(ranges.stream().flatMapToInt(range -> IntStream.range(range.from(), range.to())))
                .containsExactlyElementsOf(IntStream.range(0, layers).boxed().toList());
    }

    private static double bruteForce(double[] costs, double[] slowness, int from, int stage) {
        int left = slowness.length - stage;
        if (left == 1) {
            return slowness[stage] * sum(costs, from, costs.length);
        }
        return IntStream.rangeClosed(from + 1, costs.length - left + 1)
                .mapToDouble(to ->
                        Math.max(slowness[stage] * sum(costs, from, to), bruteForce(costs, slowness, to, stage + 1)))
                .min()
                .orElseThrow();
    }

    private static double sum(double[] costs, int from, int to) {
        return Arrays.stream(costs, from, to).sum();
    }
}
