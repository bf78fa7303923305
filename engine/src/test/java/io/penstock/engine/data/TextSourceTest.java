package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.engine.data.TextSource.Cut;
import io.penstock.engine.data.TextSource.Packing;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.rule.BrokenRulesException;
import io.penstock.engine.token.ByteTokenizer;
import io.penstock.engine.token.Tokenizer;
import io.penstock.engine.token.TokenizerChoice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextSourceTest {

    private static final TokenizerChoice BYTES = TokenizerChoice.named("bytes");
    private static final int X = -100;

    @TempDir
    private Path folder;

    @Test
    void loadWhenStreamJoinsFilesAndPredictsTheNextByte() {
        TestFiles.write(folder, "a.txt", "ab");
        DataRoot root = TestFiles.write(folder, "b.txt.gz", TestFiles.gzip("cdeä".getBytes(StandardCharsets.UTF_8)));

        DataSet samples = stream(BYTES, 3, "a.txt", "b.txt.gz").load(root, 1);

        assertThat(samples.inputForm()).isEqualTo(new Form.Tokens(3, 256));
        assertThat(TestFiles.tokens(samples, samples::inputs, 0, 0, 1))
                .isDeepEqualTo(new int[][] {{'a', 'b', 'c'}, {'d', 'e', 0xc3}});
        assertThat(TestFiles.tokens(samples, samples::targets, 0, 0, 1))
                .isDeepEqualTo(new int[][] {{'b', 'c', 'd'}, {'e', 0xc3, 0xa4}});
    }

    @Test
    void loadWhenLinesPadsToTheLongestOfADraw() {
        DataRoot root = TestFiles.write(folder, "a.txt", "abc\n\r\n  \nx\nde\r\nfghijklmnop");

        DataSet samples = lines(4, Packing.NONE).load(root, 1);

        assertThat(samples.trainingSamples()).isEqualTo(5);
        assertThat(samples.segmented()).isTrue();
        assertThat(TestFiles.tokens(samples, samples::inputs, 0, 0, 1))
                .isDeepEqualTo(new int[][] {{'a', 'b', 'c'}, {'d', 'e', 0}});
        assertThat(TestFiles.tokens(samples, samples::targets, 0, 0, 1))
                .isDeepEqualTo(new int[][] {{'b', 'c', X}, {'e', X, X}});
        assertThat(TestFiles.tokens(samples, samples::segments, 0, 0, 1))
                .isDeepEqualTo(new int[][] {{1, 1, 1}, {1, 1, 0}});
        assertThat(TestFiles.tokens(samples, samples::inputs, 0, 4, 2))
                .isDeepEqualTo(new int[][] {{'n', 'o', 'p', 0}, {'f', 'g', 'h', 'i'}});
        assertThat(samples.counted(new DataSet.Draw(0, new int[] {0, 1, 2}, 0, 2)))
                .isEqualTo(3);
    }

    @Test
    void loadWhenPackedPutsLinesIntoRowsAsLongAsTheyFit() {
        DataRoot root = TestFiles.write(folder, "a.txt", "abc\nde\nfg\nhij\n");

        DataSet samples = lines(6, Packing.PACK).load(root, 1);

        assertThat(samples.trainingSamples()).isEqualTo(2);
        assertThat(TestFiles.tokens(samples, samples::inputs, 0, 0, 1))
                .isDeepEqualTo(new int[][] {{'a', 'b', 'c', 'd', 'e', 0}, {'f', 'g', 'h', 'i', 'j', 0}});
        assertThat(TestFiles.tokens(samples, samples::targets, 0, 0, 1))
                .isDeepEqualTo(new int[][] {{'b', 'c', X, 'e', X, X}, {'g', X, 'i', 'j', X, X}});
        assertThat(TestFiles.tokens(samples, samples::segments, 0, 0, 1))
                .isDeepEqualTo(new int[][] {{1, 1, 1, 2, 2, 0}, {1, 1, 2, 2, 2, 0}});
        assertThat(samples.counted(new DataSet.Draw(0, new int[] {0, 1}, 0, 2))).isEqualTo(6);
    }

    /** Text of many pieces, with what a tokenizer joins across line ends. */
    @ParameterizedTest
    @ValueSource(strings = {"bytes", "gpt2", "cl100k", "o200k"})
    void loadWhenTextHasManyPiecesGivesTheTokensOfTheWhole(String name) throws IOException {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder();
        while (text.length() < 400_000) {
            text.append(List.of("word ", "The end.", "\n", "\n\n", "\n\n\n  ", "ä", "42", "\n \n")
                    .get(random.nextInt(8)));
        }
        DataRoot root = TestFiles.write(folder, "a.txt", text.toString());
        List<Long> done = new ArrayList<>();

        DataSet samples = stream(TokenizerChoice.named(name), 1000, "a.txt")
                .load(root, 1, (what, at, total) -> done.add(total - at));

        try (Tokenizer tokenizer = TokenizerChoice.named(name).open(Path::of)) {
            int[] whole = tokenizer.encode(text.toString());
            int windows = samples.trainingSamples();
            assertThat(windows).isEqualTo((whole.length - 1) / 1000);
            int[] read = Stream.of(TestFiles.tokens(
                            samples,
                            samples::inputs,
                            0,
                            IntStream.range(0, windows).toArray()))
                    .flatMapToInt(IntStream::of)
                    .toArray();
            assertThat(read).isEqualTo(Arrays.copyOf(whole, windows * 1000));
        }
        assertThat(done).contains(0L).allMatch(left -> left >= 0);
    }

    @Test
    void loadWhenSeveralWorkersTokeniseAtOnceGivesAllTheSame() throws Exception {
        DataRoot root = TestFiles.write(folder, "a.txt", "In the beginning\n".repeat(20_000));
        TextSource source = stream(TokenizerChoice.named("gpt2"), 100, "a.txt");
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            Callable<int[][]> load = () -> {
                DataSet samples = source.load(root, 1);
                return TestFiles.tokens(samples, samples::targets, 0, 0, samples.trainingSamples() - 1);
            };
            List<Future<int[][]>> loads = pool.invokeAll(List.of(load, load, load, load));
            for (Future<int[][]> other : loads) {
                assertThat(other.get()).isDeepEqualTo(loads.getFirst().get());
            }
        }
        assertThat(folder.resolve(DataCache.FOLDER).toFile().list()).hasSize(1);
    }

    @Test
    void loadWhenTextWasTokenisedBeforeReadsTheCacheUntilItChanges() throws IOException {
        DataRoot root = TestFiles.write(folder, "a.txt", "abcd");
        List<String> work = new ArrayList<>();
        Progress progress = (what, done, total) -> work.add(what);
        stream(BYTES, 3, "a.txt").load(root, 1, progress);
        assertThat(work).contains("tokenising a.txt");
        work.clear();

        stream(BYTES, 2, "a.txt").load(root, 1, progress);

        assertThat(work).doesNotContain("tokenising a.txt");
        TestFiles.write(folder, "a.txt", "abce");
        DataSet changed = stream(BYTES, 3, "a.txt").load(root, 1, progress);
        assertThat(TestFiles.tokens(changed, changed::targets, 0, 0)).isDeepEqualTo(new int[][] {{'b', 'c', 'e'}});
    }

    @Test
    void loadWhenCacheWasChangedSaysSo() throws IOException {
        DataRoot root = TestFiles.write(folder, "a.txt", "abcd");
        stream(BYTES, 3, "a.txt").load(root, 1);
        try (Stream<Path> cached = Files.list(folder.resolve(DataCache.FOLDER))) {
            Files.write(
                    cached.findFirst().orElseThrow(),
                    new byte[] {-1, -1, -1, -1, -1, -1, -1, 7, 0, 0, 0, 0, 0, 0, 0, 0});
        }

        assertThat(TestFiles.refusal(stream(BYTES, 3, "a.txt"), root)).hasMessageContaining("is corrupt: delete");
    }

    @Test
    void loadWhenTextIsNotUtf8NamesTheByte() {
        DataRoot root = TestFiles.write(folder, "a.txt", new byte[] {'a', 'b', (byte) 0xe4, 'c'});

        assertThat(TestFiles.refusal(stream(BYTES, 1, "a.txt"), root))
                .hasMessage("a.txt is not UTF-8 at byte 2: convert it");
        assertThat(folder.resolve(DataCache.FOLDER)).isEmptyDirectory();
    }

    @Test
    void loadWhenALineIsTooLongForOneSaysSo() {
        DataRoot root = TestFiles.write(folder, "a.txt", "ab\n" + "x".repeat(300_000));

        assertThat(TestFiles.refusal(lines(6, Packing.NONE), root))
                .hasMessageContaining("a.txt has a line of more than 262144 bytes at byte 3");
    }

    @Test
    void loadWhenNoLineIsLeftSaysSo() {
        assertThat(TestFiles.refusal(lines(6, Packing.NONE), TestFiles.write(folder, "a.txt", "a\n\n")))
                .hasMessageContaining("a.txt has 0 lines of at least 2 tokens");
    }

    @Test
    void createWhenAStreamIsPackedRefuses() {
        assertThatExceptionOfType(BrokenRulesException.class)
                .isThrownBy(() -> new TextSource(List.of("a"), BYTES, 8, Cut.STREAM, Packing.PACK, 0))
                .withMessageContaining("packing is for lines");
    }

    @Test
    void decodeWhenBytesWereEncodedGivesTheText() {
        String text = "In þe 始 𝄞";

        assertThat(new ByteTokenizer().decode(new ByteTokenizer().encode(text))).isEqualTo(text);
    }

    private static TextSource stream(TokenizerChoice tokenizer, int length, String... path) {
        return new TextSource(List.of(path), tokenizer, length, Cut.STREAM, Packing.NONE, 0);
    }

    private static TextSource lines(int length, Packing packing) {
        return new TextSource(List.of("a.txt"), BYTES, length, Cut.LINES, packing, 0);
    }
}
