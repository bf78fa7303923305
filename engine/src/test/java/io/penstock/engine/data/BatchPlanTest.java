package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchPlanTest {

    private static final int[] ALL = IntStream.range(0, 10).toArray();

    @Test
    void rowsWhenEpochEndsHaveCoveredEverySampleOnce() {
        BatchPlan plan = new BatchPlan(10, 4, 3);

        assertThat(plan.stepsPerEpoch()).isEqualTo(3);
        assertThat(plan.rows(2)).hasSize(2);
        assertThat(epoch(plan, 0)).isNotEqualTo(epoch(plan, 1)).containsExactlyInAnyOrder(ALL);
        assertThat(epoch(plan, 1)).containsExactlyInAnyOrder(ALL);
    }

    @Test
    void rowsWhenAskedInAnyOrderAreTheSame() {
        BatchPlan forward = new BatchPlan(10, 4, 3);
        BatchPlan backward = new BatchPlan(10, 4, 3);
        List<int[]> first = new ArrayList<>();
        for (int step = 0; step < 30; step++) {
            first.add(forward.rows(step));
        }

        for (int step = 29; step >= 0; step--) {
            assertThat(backward.rows(step)).isEqualTo(first.get(step));
        }
    }

    @Test
    void rowsWhenSeedDiffersAreInAnotherOrder() {
        assertThat(epoch(new BatchPlan(10, 4, 3), 0)).isNotEqualTo(epoch(new BatchPlan(10, 4, 4), 0));
    }

    @Test
    void rowsWhenBatchIsLargerThanTheDataTakeAllOfIt() {
        assertThat(new BatchPlan(10, Integer.MAX_VALUE, 3).rows(5)).containsExactlyInAnyOrder(ALL);
    }

    @Test
    void rowsWhenEpochsAreManyPutEverySampleEverywhereAboutEquallyOften() {
        BatchPlan plan = new BatchPlan(5, 1, 11);
        int[][] seen = new int[5][5];
        for (int step = 0; step < 5 * 10_000; step++) {
            seen[step % 5][plan.rows(step)[0]]++;
        }

        assertThat(Arrays.stream(seen).flatMapToInt(Arrays::stream))
                .allSatisfy(count -> assertThat(count).isBetween(1800, 2200));
    }

    @Test
    void createWhenThereIsNoSampleRefuses() {
        assertThatIllegalArgumentException().isThrownBy(() -> new BatchPlan(0, 4, 3));
    }

    /** Two ranks load the same data on their own; the tag of a sample's input is its label in every micro-batch. */
    @Test
    void rowsWhenInputsAndLabelsAreReadByDifferentRanksBelongTogether(@TempDir Path folder) {
        StringBuilder text = new StringBuilder();
        IntStream.range(0, 101).forEach(i -> text.append("%d,%d%n".formatted(i, i)));
        DataRoot root = TestFiles.write(folder, "tags.csv", text.toString());
        CsvSource source = new CsvSource("tags.csv", 1, null, false, ",", 1, 0.1);
        DataSet first = source.load(root, 9);
        DataSet last = source.load(root, 9);
        BatchPlan firstPlan = new BatchPlan(first.trainingSamples(), 8, 9);
        BatchPlan lastPlan = new BatchPlan(last.trainingSamples(), 8, 9);

        for (int step = 0; step < 40; step++) {
            float[] tags = TestFiles.inputs(first, firstPlan.rows(step));
            int[] labels = TestFiles.labels(last, lastPlan.rows(step));
            for (int i = 0; i < labels.length; i++) {
                assertThat(labels[i]).isEqualTo((int) tags[i]);
            }
        }
    }

    private static int[] epoch(BatchPlan plan, int epoch) {
        long first = epoch * plan.stepsPerEpoch();
        return IntStream.range(0, (int) plan.stepsPerEpoch())
                .flatMap(step -> Arrays.stream(plan.rows(first + step)))
                .toArray();
    }
}
