package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TokensSourceTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(TokenType.class)
    void loadWhenFileIsGoodGivesWindowsAndTheirSuccessors(TokenType type) {
        DataRoot root = write(type, 5, 6, 7, 8, 9, 60_000, 11);

        DataSet samples = new TokensSource("x.bin", type, 2, null, 0.34).load(root, 1);

        assertThat(samples.trainingSamples()).isEqualTo(2);
        assertThat(samples.validationSamples()).isEqualTo(1);
        assertThat(samples.inputForm()).isEqualTo(new Form.Tokens(2, 60_001));
        assertThat(samples.targetForm()).isEqualTo(new Form.TokenLabels(2, 60_001));
        assertThat(TestFiles.tokens(samples, samples::inputs, 0, 2, 0))
                .isDeepEqualTo(new int[][] {{9, 60_000}, {5, 6}});
        assertThat(TestFiles.tokens(samples, samples::targets, 0, 2, 0))
                .isDeepEqualTo(new int[][] {{60_000, 11}, {6, 7}});
        assertThat(samples.counted(new DataSet.Draw(0, new int[] {0, 1, 2}, 0, 2)))
                .isEqualTo(4);
        assertThat(samples.segmented()).isFalse();
        assertThat(samples.origin(2)).isEqualTo("x.bin tokens 4 to 5");
    }

    @Test
    void loadWhenVocabularyIsDeclaredTakesIt() {
        DataRoot root = write(TokenType.UINT16, 5, 6, 7);

        assertThat(new TokensSource("x.bin", TokenType.UINT16, 2, 50_257, 0)
                        .load(root, 1)
                        .inputForm())
                .isEqualTo(new Form.Tokens(2, 50_257));
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments(8, 0.0, "x.bin has token 8 at position 3 but the vocabulary is 8"),
                arguments(9, 0.9, "validationFraction is 0.9 of 2 samples, which holds out 2"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void loadWhenFileIsWrongSaysWhat(int vocabulary, double validationFraction, String detail) {
        DataRoot root = write(TokenType.UINT16, 5, 6, 7, 8, 2);

        assertThat(TestFiles.refusal(
                        new TokensSource("x.bin", TokenType.UINT16, 2, vocabulary, validationFraction), root))
                .hasMessageContaining(detail);
    }

    @Test
    void loadWhenNumbersNeedMoreThan31BitsNamesTheFirst() {
        DataRoot root = write(TokenType.UINT32, 5, -1, 7);

        assertThat(TestFiles.refusal(new TokensSource("x.bin", TokenType.UINT32, 2, null, 0), root))
                .hasMessageContaining("token 4294967295 at position 1");
    }

    @Test
    void loadWhenSizeIsNoMultipleOfATokenSaysSo() {
        DataRoot root = TestFiles.write(folder, "x.bin", new byte[7]);

        assertThat(TestFiles.refusal(new TokensSource("x.bin", TokenType.UINT32, 2, null, 0), root))
                .hasMessageContaining("x.bin has 7 bytes, no multiple of the 4 of a token");
    }

    @Test
    void loadWhenThereIsNoWholeWindowSaysSo() {
        assertThat(TestFiles.refusal(
                        new TokensSource("x.bin", TokenType.UINT16, 2, null, 0), write(TokenType.UINT16, 1, 2)))
                .hasMessageContaining("x.bin has 2 tokens, 0 windows of 2 and one token more");
        assertThat(TestFiles.refusal(new TokensSource("x.bin", TokenType.UINT16, 2, null, 0), write(TokenType.UINT16)))
                .hasMessageContaining("x.bin has 0 tokens");
    }

    private DataRoot write(TokenType type, int... tokens) {
        ByteBuffer bytes = ByteBuffer.allocate(type.bytes() * tokens.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int token : tokens) {
            switch (type) {
                case UINT16 -> bytes.putShort((short) token);
                case UINT32 -> bytes.putInt(token);
            }
        }
        return TestFiles.write(folder, "x.bin", bytes.array());
    }
}
