package io.penstock.engine.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenizerTest {

    private static final String FILE = """
            {"version": "1.0",
             "truncation": {"direction": "Right", "max_length": 3, "strategy": "LongestFirst", "stride": 0},
             "padding": {"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 0,
                         "pad_type_id": 0, "pad_token": "[UNK]"},
             "added_tokens": [
               {"id": 0, "content": "[UNK]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false,
                "special": true},
               {"id": 7, "content": "[CLS]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false,
                "special": true}],
             "normalizer": {"type": "Lowercase"},
             "pre_tokenizer": {"type": "Whitespace"},
             "post_processor": {"type": "TemplateProcessing",
               "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
               "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
               "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [7], "tokens": ["[CLS]"]}}},
             "decoder": null,
             "model": {"type": "WordLevel", "vocab": {"[UNK]": 0, "in": 1, "the": 2, "beginning": 3, "god": 4},
                       "unk_token": "[UNK]"}}
            """;

    @TempDir
    private Path folder;

    /** Token numbers as published for these vocabularies. */
    @ParameterizedTest
    @CsvSource({
        "gpt2, 50257, 15496 995 0",
        "cl100k, 100277, 9906 1917 0",
        "o200k, 200019, 13225 2375 0",
        "bytes, 256, 72 101 108 108 111 32 119 111 114 108 100 33"
    })
    void encodeWhenTokenizerIsPublicGivesItsNumbers(String name, int vocabulary, String tokens) throws IOException {
        int[] expected =
                Arrays.stream(tokens.split(" ")).mapToInt(Integer::parseInt).toArray();
        try (Tokenizer tokenizer = TokenizerChoice.named(name).open(folder::resolve)) {
            assertThat(tokenizer.vocabulary()).isEqualTo(vocabulary);
            assertThat(TokenizerChoice.named(name).declaredVocabulary()).hasValue(vocabulary);
            assertThat(tokenizer.encode("Hello world!")).isEqualTo(expected);
            assertThat(tokenizer.decode(expected)).isEqualTo("Hello world!");
            String special = "a<|endoftext|>";
            assertThat(tokenizer.decode(tokenizer.encode(special))).isEqualTo(special);
        }
    }

    @Test
    void encodeWhenAFileDescribesItGivesWholeTextsWithoutPadding() throws IOException {
        Files.writeString(folder.resolve("t.json"), FILE);
        try (Tokenizer tokenizer = new TokenizerChoice(null, "t.json", false).open(folder::resolve);
                Tokenizer special = new TokenizerChoice(null, "t.json", true).open(folder::resolve)) {
            assertThat(tokenizer.vocabulary()).isEqualTo(8);
            assertThat(tokenizer.encode("In the beginning God slept")).containsExactly(1, 2, 3, 4, 0);
            assertThat(tokenizer.decode(new int[] {1, 2, 3})).isEqualTo("in the beginning");
            assertThat(special.encode("God")).containsExactly(7, 4);
            assertThat(special.isSpecial(7)).isTrue();
            assertThat(special.isSpecial(4)).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1 | is not JSON",
                "[] | has no model.vocab",
                "{\"model\": {\"vocab\": {\"a\": 0}}} | is no tokenizer"
            })
    void openWhenFileIsWrongSaysWhat(String json, String detail) throws IOException {
        Files.writeString(folder.resolve("t.json"), json);

        assertThatIOException()
                .isThrownBy(() -> new TokenizerChoice(null, "t.json", false).open(folder::resolve))
                .withMessageContaining(detail);
    }
}
