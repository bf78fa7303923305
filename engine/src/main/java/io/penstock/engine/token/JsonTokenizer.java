package io.penstock.engine.token;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a {@code tokenizer.json} describes: normalisation, cutting, vocabulary and special tokens of a published model.
 * Truncation and padding that it asks for are not done here.
 */
final class JsonTokenizer implements Tokenizer {

    private static final long MAX_BYTES = 200_000_000;

    static {
        // the library reports its use over the network unless it is told not to, and must not download natives either
        System.setProperty("OPT_OUT_TRACKING", "true");
        System.setProperty("ai.djl.offline", "true");
    }

    private final HuggingFaceTokenizer tokenizer;
    private final int vocabulary;
    private final BitSet special;
    private final boolean addSpecial;

    private JsonTokenizer(HuggingFaceTokenizer tokenizer, int vocabulary, BitSet special, boolean addSpecial) {
        this.tokenizer = tokenizer;
        this.vocabulary = vocabulary;
        this.special = special;
        this.addSpecial = addSpecial;
    }

    /**
     * Reads the file.
     *
     * @param addSpecial true if a text gets the special tokens that the file puts around it
     * @throws IOException in words, if the file cannot be used or the native library cannot be loaded
     */
    static JsonTokenizer open(Path file, boolean addSpecial) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("has %d bytes but at most %d are read: is it a tokenizer.json?"
                    .formatted(Files.size(file), MAX_BYTES));
        }
        BitSet special = new BitSet();
        int vocabulary = vocabulary(file, special);
        return new JsonTokenizer(load(file, addSpecial), vocabulary, special, addSpecial);
    }

    private static int vocabulary(Path file, BitSet special) throws IOException {
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(file.toFile());
        } catch (JacksonException e) {
            throw new IOException("is not JSON (%s): restore the file".formatted(e.getOriginalMessage()), e);
        }
        JsonNode words = root.path("model").path("vocab");
        int largest = words.isArray()
                ? words.size() - 1
                : words.valueStream().mapToInt(id -> id.asInt(-1)).max().orElse(-1);
        for (JsonNode added : root.path("added_tokens")) {
            int id = added.path("id").asInt(-1);
            largest = Math.max(largest, id);
            if (id >= 0 && added.path("special").asBoolean(false)) {
                special.set(id);
            }
        }
        if (largest < 0) {
            throw new IOException("has no model.vocab with tokens: use the tokenizer.json of a model");
        }
        return largest + 1;
    }

    private static HuggingFaceTokenizer load(Path file, boolean addSpecial) throws IOException {
        try {
            return HuggingFaceTokenizer.builder()
                    .optTokenizerPath(file)
                    .optAddSpecialTokens(addSpecial)
                    .optTruncation(false)
                    .optPadding(false)
                    .build();
        } catch (LinkageError | IllegalStateException e) {
            throw new IOException(
                    "needs the native library of ai.djl.huggingface:tokenizers, which cannot be loaded on %s %s (%s): use another tokenizer there, or set DJL_CACHE_DIR to a folder that can be written"
                            .formatted(System.getProperty("os.name"), System.getProperty("os.arch"), e),
                    e);
        } catch (RuntimeException e) {
            throw new IOException("is no tokenizer (%s): restore the file".formatted(e.getMessage()), e);
        }
    }

    @Override
    public int vocabulary() {
        return vocabulary;
    }

    @Override
    public int[] encode(String text) {
        return Arrays.stream(tokenizer.encode(text, addSpecial, false).getIds())
                .mapToInt(Math::toIntExact)
                .toArray();
    }

    @Override
    public String decode(int[] tokens) {
        return tokenizer.decode(IntStream.of(tokens).asLongStream().toArray(), true);
    }

    @Override
    public boolean isSpecial(int token) {
        return special.get(token);
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}
