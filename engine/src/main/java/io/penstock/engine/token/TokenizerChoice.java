package io.penstock.engine.token;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.knuddels.jtokkit.api.EncodingType;
import io.penstock.engine.rule.Rules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A tokenizer as a job names it: {@code bytes}, {@code gpt2}, {@code cl100k}, {@code o200k}, or {@code {"file":
 * "tokenizer.json"}}.
 *
 * @param name of a built-in tokenizer; either this or file
 * @param file a tokenizer.json
 * @param specialTokens true if a text gets the special tokens that the file puts around it, such as [CLS] and [SEP]
 */
public record TokenizerChoice(
        @Nullable String name,
        @Nullable String file,
        @JsonProperty(defaultValue = "false") boolean specialTokens) {

    private static final int BYTES = 256;
    private static final int GPT2 = 50_257;
    private static final int CL100K = 100_277;
    private static final int O200K = 200_019;
    private static final List<String> NAMES = List.of("bytes", "gpt2", "cl100k", "o200k");

    public TokenizerChoice {
        new Rules()
                .exactlyOne("name", name, "file", file)
                .require(
                        name == null || NAMES.contains(name),
                        "",
                        "unknown tokenizer \"%s\": use one of %s or {\"file\": \"tokenizer.json\"}"
                                .formatted(name, String.join(", ", NAMES)))
                .require(
                        file != null || !specialTokens,
                        "/specialTokens",
                        "%s puts no special tokens around a text: remove specialTokens".formatted(name))
                .check();
    }

    /** A built-in tokenizer. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static TokenizerChoice named(String name) {
        return new TokenizerChoice(name, null, false);
    }

    /** Number of different tokens, if the name alone tells. */
    public OptionalInt declaredVocabulary() {
        return switch (name) {
            case "bytes" -> OptionalInt.of(BYTES);
            case "gpt2" -> OptionalInt.of(GPT2);
            case "cl100k" -> OptionalInt.of(CL100K);
            case "o200k" -> OptionalInt.of(O200K);
            case null, default -> OptionalInt.empty();
        };
    }

    /**
     * The tokenizer, to be closed.
     *
     * @param files finds a named file
     * @throws IOException in words, if its file cannot be used
     */
    public Tokenizer open(Function<String, Path> files) throws IOException {
        if (file != null) {
            return JsonTokenizer.open(files.apply(file), specialTokens);
        }
        return switch (String.valueOf(name)) {
            case "gpt2" -> BpeTokenizer.of(EncodingType.R50K_BASE, GPT2);
            case "cl100k" -> BpeTokenizer.of(EncodingType.CL100K_BASE, CL100K);
            case "o200k" -> BpeTokenizer.of(EncodingType.O200K_BASE, O200K);
            default -> new ByteTokenizer();
        };
    }

    /** As it is written in a job. */
    @JsonValue
    Object json() {
        return name == null ? new FromFile(String.valueOf(file), specialTokens) : name;
    }

    private record FromFile(String file, boolean specialTokens) {}

    @Override
    public String toString() {
        return name == null ? String.valueOf(file) : name;
    }
}
