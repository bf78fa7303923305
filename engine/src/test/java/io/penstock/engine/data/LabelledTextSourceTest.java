package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.penstock.engine.token.TokenizerChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LabelledTextSourceTest {

    @TempDir
    private Path folder;

    @Test
    void loadWhenTabsSeparateTakesQuotesAsText() {
        DataRoot root = TestFiles.write(folder, "x.tsv", "text\tlabel\na \"b\t1\n\ncdefghi\t0\n");

        DataSet samples = source("x.tsv", 0, 1, null, true, 0).load(root, 1);

        assertThat(samples.inputForm()).isEqualTo(new Form.Tokens(6, 256));
        assertThat(samples.targetForm()).isEqualTo(new Form.Label(2));
        assertThat(TestFiles.tokens(samples, samples::inputs, 0, 0, 1))
                .isDeepEqualTo(new int[][] {{'a', ' ', '"', 'b', 0, 0}, {'c', 'd', 'e', 'f', 'g', 'h'}});
        assertThat(TestFiles.tokens(samples, samples::segments, 0, 0, 1))
                .isDeepEqualTo(new int[][] {{1, 1, 1, 1, 0, 0}, {1, 1, 1, 1, 1, 1}});
        assertThat(TestFiles.labels(samples, 1, 0)).containsExactly(0, 1);
        assertThat(samples.length(new DataSet.Draw(0, new int[] {1, 0}, 1, 2))).isEqualTo(4);
        assertThat(samples.counted(new DataSet.Draw(0, new int[] {1, 0}, 0, 2))).isEqualTo(2);
        assertThat(samples.origin(1)).isEqualTo("x.tsv row 3");
    }

    @Test
    void loadWhenCommasSeparateUnderstandsQuotesAndWords() {
        DataRoot root = TestFiles.write(folder, "x.csv", "good,\"a, \"\"b\"\"\"\nbad,c\n");

        DataSet samples =
                source("x.csv", 1, 0, List.of("bad", "good"), false, 0).load(root, 1);

        assertThat(TestFiles.tokens(samples, samples::inputs, 0, 0))
                .isDeepEqualTo(new int[][] {{'a', ',', ' ', '"', 'b', '"'}});
        assertThat(TestFiles.labels(samples, 0, 1)).containsExactly(1, 0);
    }

    @Test
    void loadWhenSplitKeepsTextAndClassTogether() {
        StringBuilder text = new StringBuilder();
        IntStream.range(0, 1000).forEach(i -> text.append("t%d\t%d\n".formatted(i, i)));
        DataRoot root = TestFiles.write(folder, "x.tsv", text.toString());

        DataSet samples = source("x.tsv", 0, 1, null, false, 0.25).load(root, 7);

        assertThat(samples.trainingSamples()).isEqualTo(750);
        int[] rows = IntStream.range(0, 1000).toArray();
        int[] labels = TestFiles.labels(samples, rows);
        assertThat(labels).doesNotHaveDuplicates().isNotEqualTo(rows);
        for (int row : rows) {
            int[] token = TestFiles.tokens(samples, samples::inputs, 0, row)[0];
            assertThat(token).isEqualTo(("t" + labels[row]).chars().toArray());
            assertThat(samples.origin(row)).isEqualTo("x.tsv row " + (labels[row] + 1));
        }
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments("x.tsv", "", null, "x.tsv holds no samples"),
                arguments("x.tsv", "a\t0\nb\n", null, "x.tsv row 2 has 1 columns but column 1 is asked for"),
                arguments("x.tsv", "a\t0\n\t1\n", null, "x.tsv row 2 has an empty text"),
                arguments("x.tsv", "a\t-1\n", null, "x.tsv row 1 has \"-1\", which is no class label"),
                arguments("x.tsv", "a\t0\nb\tgood\n", null, "x.tsv row 2 has \"good\", which is no class label"),
                arguments("x.tsv", "a\t99999999\n", null, "is no class label"),
                arguments("x.tsv", "a\tc\n", List.of("a", "b"), "x.tsv row 1 has class \"c\", which is not in"),
                arguments("x.csv", "\"a,0\n", null, "x.csv row 1 cannot be read"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void loadWhenRowIsWrongNamesIt(String name, String text, @Nullable List<String> classes, String detail) {
        DataRoot root = TestFiles.write(folder, name, text);

        assertThat(TestFiles.refusal(source(name, 0, 1, classes, false, 0), root))
                .hasMessageContaining(detail);
    }

    private static LabelledTextSource source(
            String name, int text, int label, @Nullable List<String> classes, boolean header, double validation) {
        return new LabelledTextSource(
                name, text, label, classes, TokenizerChoice.named("bytes"), 6, header, 0, validation);
    }
}
