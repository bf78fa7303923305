package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.engine.token.TokenizerChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MaskedTextSourceTest {

    private static final int X = -100;
    private static final int MASK = 256;
    private static final int PAD = 257;
    private static final MaskedTextSource SOURCE =
            new MaskedTextSource(List.of("a.txt"), TokenizerChoice.named("bytes"), 200, MASK, PAD, 0.15, 0.25);

    @TempDir
    private Path folder;

    @Test
    void inputsWhenManyTokensFollowTheRatesOfTheRule() {
        DataSet samples = SOURCE.load(TestFiles.write(folder, "a.txt", ("a".repeat(200) + "\n").repeat(1000)), 3);
        int[] rows = IntStream.range(0, 1000).toArray();
        int[][] inputs = TestFiles.tokens(samples, samples::inputs, 7, rows);
        int[][] targets = TestFiles.tokens(samples, samples::targets, 7, rows);

        int masked = 0;
        int changed = 0;
        int chosen = 0;
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < 200; j++) {
                if (targets[i][j] == X) {
                    assertThat(inputs[i][j]).isEqualTo('a');
                } else {
                    assertThat(targets[i][j]).isEqualTo('a');
                    chosen++;
                    masked += inputs[i][j] == MASK ? 1 : 0;
                    changed += inputs[i][j] != MASK && inputs[i][j] != 'a' ? 1 : 0;
                }
            }
        }
        // five standard deviations of 200,000 and of 30,000 draws
        assertThat(chosen).isBetween(29_200, 30_800);
        assertThat((double) masked / chosen).isBetween(0.788, 0.812);
        assertThat((double) changed / chosen).isBetween(0.090, 0.109);
        assertThat(samples.counted(new DataSet.Draw(7, rows, 0, rows.length))).isEqualTo(chosen);
    }

    @Test
    void inputsWhenTwoRanksReadAloneBelongToTheTargets() {
        DataRoot root = TestFiles.write(folder, "a.txt", "In the beginning\nGod\ncreated the heaven\nand\n");
        DataSet first = SOURCE.load(root, 3);
        DataSet last = SOURCE.load(root, 3);

        assertThat(TestFiles.tokens(first, first::targets, 5, 0, 2))
                .isDeepEqualTo(TestFiles.tokens(last, last::targets, 5, 0, 2));
        assertThat(TestFiles.tokens(first, first::inputs, 5, 2, 0)[1])
                .startsWith(TestFiles.tokens(last, last::inputs, 5, 0)[0]);
        assertThat(TestFiles.tokens(first, first::targets, 5, 0))
                .isNotEqualTo(TestFiles.tokens(first, first::targets, 6, 0));
        assertThat(TestFiles.tokens(first, first::targets, -1, 2))
                .isDeepEqualTo(TestFiles.tokens(last, last::targets, -1, 2));
    }

    @Test
    void targetsWhenSequencesAreShortAskAtLeastOneEachAndNothingAtPadding() {
        DataSet samples = SOURCE.load(TestFiles.write(folder, "a.txt", "x\nabc\n".repeat(100)), 3);
        int[] rows = IntStream.range(0, 200).toArray();
        int[][] inputs = TestFiles.tokens(samples, samples::inputs, 1, rows);
        int[][] targets = TestFiles.tokens(samples, samples::targets, 1, rows);

        assertThat(List.of(targets))
                .allSatisfy(row -> assertThat(row).hasSize(3).containsAnyOf('x', 'a', 'b', 'c'));
        assertThat(targets[0]).containsExactly('x', X, X);
        assertThat(inputs[0]).endsWith(PAD, PAD);
        assertThat(TestFiles.tokens(samples, samples::segments, 1, 0, 1))
                .isDeepEqualTo(new int[][] {{1, 0, 0}, {1, 1, 1}});
        assertThat(samples.inputForm()).isEqualTo(new Form.Tokens(200, 258));
    }
}
