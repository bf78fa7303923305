package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvSourceTest {

    private static final CsvSource LABELLED = new CsvSource("a.csv", 2, null, false, ",", 0.5, 0);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"1,2,0\n3,4e0,1\n", "1,2,0\r\n 3 , +4.0 ,1.0", "1,2,0\n3,4,1"})
    void loadWhenLabelledGivesScaledInputsAndLabels(String text) {
        DataSet samples = LABELLED.load(TestFiles.write(folder, "a.csv", text), 1);

        assertThat(TestFiles.inputs(samples, 1, 0)).containsExactly(1.5f, 2, 0.5f, 1);
        assertThat(TestFiles.labels(samples, 1, 0)).containsExactly(1, 0);
        assertThat(samples.trainingSamples()).isEqualTo(2);
        assertThat(samples.validationSamples()).isZero();
        assertThat(samples.origin(1)).isEqualTo("a.csv row 2");
    }

    @Test
    void loadWhenTargetsAreNamedGivesThemUnscaledInTheirOrder() {
        CsvSource source = new CsvSource("a.csv", null, List.of(3, 0), true, ";", 2, 0);

        DataSet samples = source.load(TestFiles.write(folder, "a.csv", "w;x;y;z\n1;2;3;4\n5;6;7;8\n"), 1);

        assertThat(samples.targetForm()).isEqualTo(new Form.Values(2));
        assertThat(TestFiles.inputs(samples, 0, 1)).containsExactly(4, 6, 12, 14);
        assertThat(TestFiles.targets(samples, 0, 1)).containsExactly(4, 1, 8, 5);
        assertThat(samples.origin(1)).isEqualTo("a.csv row 3");
    }

    @Test
    void loadWhenCompressedGivesTheSame() {
        byte[] gzip = TestFiles.gzip("1,2,0\n3,4,1\n".getBytes(StandardCharsets.UTF_8));

        DataSet samples = LABELLED.load(TestFiles.write(folder, "a.csv", gzip), 1);

        assertThat(TestFiles.inputs(samples, 0, 1)).containsExactly(0.5f, 1, 1.5f, 2);
    }

    @Test
    void loadWhenSplitHoldsOutTheSameRowsForTheSameSeed() {
        CsvSource source = new CsvSource("a.csv", 1, null, false, ",", 1, 0.25);
        DataRoot root = TestFiles.write(folder, "a.csv", numbered(1000));

        float[] first = TestFiles.inputs(source.load(root, 7), rows(1000));
        float[] again = TestFiles.inputs(source.load(root, 7), rows(1000));
        float[] other = TestFiles.inputs(source.load(root, 8), rows(1000));

        assertThat(source.load(root, 7).validationSamples()).isEqualTo(250);
        assertThat(again).isEqualTo(first);
        assertThat(other).isNotEqualTo(first);
        assertThat(sorted(first)).isEqualTo(sorted(other)).startsWith(0, 1, 2).endsWith(998, 999);
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments("", "holds no samples"),
                arguments("1,2,0\n1,2\n", "row 2 has 2 values but the rows before have 3"),
                arguments("1,2,0\n1,2,0,4\n", "row 2 has 4 values"),
                arguments("1,2,0\n\n", "row 2 has 1 values"),
                arguments("1,2,0\n1,x,0\n", "row 2, column 1: \"x\" is not"),
                arguments("1,,0\n", "row 1, column 1: \"\" is not a number"),
                arguments("1,1-1,0\n", "row 1, column 1: \"1-1\" is not a number"),
                arguments("1,0x1p3,0\n", "row 1, column 1: \"0x1p3\" is not"),
                arguments("1,1f,0\n", "row 1, column 1: \"1f\" is not"),
                arguments("1,NaN,0\n", "row 1, column 1: \"NaN\" is not a finite"),
                arguments("1,-Infinity,0\n", "column 1: \"-Infinity\" is not a finite"),
                arguments("1e39,2,0\n", "column 0: \"1e39\" is not a finite"),
                arguments("1,2,0.5\n", "row 1, column 2: 0.5 is no class label"),
                arguments("1,2,-1\n", "row 1, column 2: -1.0 is no class label"),
                arguments("1,2,3e9\n", "is no class label"),
                arguments("1,2,0\n" + "9".repeat(LineReader.MAX_BYTES + 1), "row 2 is longer than 1048576 bytes"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void loadWhenRowIsWrongNamesPlaceAndValue(String text, String detail) {
        InvalidDataException refused = TestFiles.refusal(LABELLED, TestFiles.write(folder, "a.csv", text));

        assertThat(refused).hasMessageStartingWith("a.csv ").hasMessageContaining(detail);
        assertThat(refused.pointer()).isEqualTo("/data/path");
    }

    @Test
    void loadWhenColumnIsMissingNamesTheColumns() {
        InvalidDataException refused = TestFiles.refusal(LABELLED, TestFiles.write(folder, "a.csv", "1,2\n"));

        assertThat(refused).hasMessageContaining("column 2 is asked for but a.csv has columns 0 to 1");
        assertThat(refused.pointer()).isEqualTo("/data/labelColumn");
    }

    @Test
    void loadWhenNoInputIsLeftRefuses() {
        CsvSource source = new CsvSource("a.csv", 0, null, false, ",", 1, 0);

        assertThat(TestFiles.refusal(source, TestFiles.write(folder, "a.csv", "1\n")))
                .hasMessageContaining("no columns but labels");
    }

    @Test
    void loadWhenScaledInputIsInfiniteNamesTheValue() {
        CsvSource source = new CsvSource("a.csv", 1, null, false, ",", 1e30, 0);

        assertThat(TestFiles.refusal(source, TestFiles.write(folder, "a.csv", "1e30,1\n")))
                .hasMessageContaining("row 1, column 0: 1.0E30 times scale 1.0E30 is not finite");
    }

    @Test
    void loadWhenTooFewRowsForTheSplitSaysSo() {
        CsvSource source = new CsvSource("a.csv", 1, null, false, ",", 1, 0.1);

        InvalidDataException refused = TestFiles.refusal(source, TestFiles.write(folder, "a.csv", numbered(3)));

        assertThat(refused).hasMessageContaining("0.1 of 3 samples");
        assertThat(refused.pointer()).isEqualTo("/data/validationFraction");
    }

    @Test
    void loadWhenCompressedFileIsCutAnywhereRefuses() {
        byte[] gzip = TestFiles.gzip(numbered(200).getBytes(StandardCharsets.UTF_8));
        CsvSource source = new CsvSource("a.csv", 1, null, false, ",", 1, 0);
        for (int length = 2; length < gzip.length; length += 7) {
            DataRoot root = TestFiles.write(folder, "a.csv", Arrays.copyOf(gzip, length));

            assertThat(TestFiles.refusal(source, root)).as("%d bytes", length).isNotNull();
        }
    }

    @Test
    void loadWhenCompressedFileIsCorruptSaysSo() {
        byte[] gzip = TestFiles.gzip(numbered(200).getBytes(StandardCharsets.UTF_8));
        gzip[gzip.length / 2] ^= 0x55;
        CsvSource source = new CsvSource("a.csv", 1, null, false, ",", 1, 0);

        assertThat(TestFiles.refusal(source, TestFiles.write(folder, "a.csv", gzip)))
                .isNotNull()
                .hasMessageStartingWith("a.csv ");
    }

    @Test
    void loadWhenFileExpandsToOneEndlessLineStopsAtTheLimit() {
        byte[] bomb = TestFiles.gzip(new byte[64 << 20]);

        assertThat(bomb).hasSizeLessThan(1 << 20);
        assertThat(TestFiles.refusal(LABELLED, TestFiles.write(folder, "a.csv", bomb)))
                .hasMessageContaining("longer than 1048576 bytes");
    }

    private static String numbered(int count) {
        StringBuilder text = new StringBuilder();
        IntStream.range(0, count)
                .forEach(i -> text.append(i).append(",").append(i % 10).append("\n"));
        return text.toString();
    }

    private static int[] rows(int count) {
        return IntStream.range(0, count).toArray();
    }

    private static float[] sorted(float[] values) {
        float[] copy = values.clone();
        Arrays.sort(copy);
        return copy;
    }
}
