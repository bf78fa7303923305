package io.penstock.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.engine.data.DataSource;
import io.penstock.engine.data.ImagesSource;
import io.penstock.engine.data.LabelledTextSource;
import io.penstock.engine.data.MaskedTextSource;
import io.penstock.engine.data.TextSource;
import io.penstock.engine.data.TokenType;
import io.penstock.engine.data.TokensSource;
import io.penstock.engine.token.TokenizerChoice;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class DataSpecTest {

    private static final TokenizerChoice FILE = new TokenizerChoice(null, "tokenizer.json", true);

    static List<DataSource> sources() {
        return List.of(
                new TokensSource("a.bin", TokenType.UINT32, 8, 100, 0.5),
                new TextSource(List.of("a"), FILE, 8, TextSource.Cut.LINES, TextSource.Packing.PACK, 0.1),
                new LabelledTextSource("a.csv", 1, 0, List.of("no", "yes"), FILE, 8, true, 1, 0.1),
                new ImagesSource("a", List.of(8, 9), 1, List.of(0.5), List.of(0.25), 0.1),
                new MaskedTextSource(List.of("a", "b"), TokenizerChoice.named("bytes"), 8, 256, 257, 0.2, 0));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void bindWhenASourceWasWrittenGivesAnEqualSource(DataSource source) {
        RecordBinder binder = new RecordBinder();
        JsonNode json = StrictJson.MAPPER.readTree(
                StrictJson.MAPPER.writerFor(DataSource.class).writeValueAsString(source));

        assertThat(binder.bind(json, DataSource.class, ""))
                .as("%s", binder.errors())
                .isEqualTo(source);
    }

    @ParameterizedTest
    @MethodSource("sources")
    void bindWhenOptionalFieldsAreLeftOutTakesTheDefaults(DataSource source) {
        String json = switch (source) {
            case TokensSource _ -> "{'type': 'tokens', 'path': 'a.bin', 'sequenceLength': 8}";
            case TextSource _ -> "{'type': 'text', 'path': 'a', 'tokenizer': 'gpt2', 'sequenceLength': 8}";
            case LabelledTextSource _ ->
                "{'type': 'labelled_text', 'path': 'a', 'textColumn': 0, 'labelColumn': 1, 'tokenizer': 'gpt2', 'sequenceLength': 8}";
            case ImagesSource _ -> "{'type': 'images', 'path': 'a', 'size': 8}";
            default ->
                "{'type': 'masked_text', 'path': 'a', 'tokenizer': {'file': 't'}, 'sequenceLength': 8, 'maskToken': 3}";
        };
        DataSource expected = switch (source) {
            case TokensSource _ -> new TokensSource("a.bin", TokenType.UINT16, 8, null, 0);
            case TextSource _ ->
                new TextSource(
                        List.of("a"),
                        TokenizerChoice.named("gpt2"),
                        8,
                        TextSource.Cut.STREAM,
                        TextSource.Packing.NONE,
                        0);
            case LabelledTextSource _ ->
                new LabelledTextSource("a", 0, 1, null, TokenizerChoice.named("gpt2"), 8, false, 0, 0);
            case ImagesSource _ -> new ImagesSource("a", List.of(8), 3, null, null, 0);
            default -> new MaskedTextSource(List.of("a"), new TokenizerChoice(null, "t", false), 8, 3, 0, 0.15, 0);
        };
        RecordBinder binder = new RecordBinder();
        Object bound = binder.bind(StrictJson.MAPPER.readTree(json.replace('\'', '"')), DataSource.class, "");

        assertThat(bound).as("%s", binder.errors()).isEqualTo(expected);
    }
}
