package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.rule.Rules;
import io.penstock.engine.token.Tokenizer;
import io.penstock.engine.token.TokenizerChoice;
import java.util.List;
import java.util.Optional;

/**
 * Text files in UTF-8, gzip-compressed or plain, in which each token's target is its successor. They are tokenised once
 * into a mapped file of the cache.
 *
 * @param path a file or several, which are joined in that order
 * @param sequenceLength tokens of a sample at most
 * @param samples what a sample is
 * @param packing whether several lines may share a sample; for lines only
 * @param validationFraction share of the samples at the end of the text that is held out
 */
public record TextSource(
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<String> path,

        TokenizerChoice tokenizer,
        int sequenceLength,
        @JsonProperty(defaultValue = "stream") Cut samples,
        @JsonProperty(defaultValue = "none") Packing packing,
        @JsonProperty(defaultValue = "0") double validationFraction)
        implements DataSource {

    /** A line of one token has no successor to learn. */
    private static final int LEAST = 2;

    /** What a sample is. */
    public enum Cut {
        /** Consecutive windows of the whole text. */
        STREAM,
        /** Lines that are not blank, without their ends; longer ones are cut. */
        LINES
    }

    /** Whether several lines may share a sample. */
    public enum Packing {
        /** One line, padded to the longest of a micro-batch. */
        NONE,
        /** Lines in their order as long as they fit. */
        PACK
    }

    public TextSource {
        path = List.copyOf(path);
        new Rules()
                .require(!path.isEmpty(), "/path", "path is an empty list: name at least one file")
                .between("sequenceLength", sequenceLength, samples == Cut.LINES ? LEAST : 1, TokensSource.MAX_LENGTH)
                .require(
                        packing == Packing.NONE || samples == Cut.LINES,
                        "/packing",
                        "packing is for lines but samples are a stream, which has no padding: remove packing")
                .share("validationFraction", validationFraction, 0, 1)
                .check();
    }

    @Override
    public boolean segmented() {
        return samples == Cut.LINES;
    }

    @Override
    public Optional<TokenizerChoice> words() {
        return Optional.of(tokenizer);
    }

    @Override
    public boolean labelled() {
        return true;
    }

    @Override
    public boolean predictsTokens() {
        return true;
    }

    @Override
    public Optional<Form> declaredInput() {
        return tokenizer.declaredVocabulary().stream()
                .<Form>mapToObj(size -> new Form.Tokens(sequenceLength, size))
                .findAny();
    }

    @Override
    public Optional<Form> declaredTarget() {
        return tokenizer.declaredVocabulary().stream()
                .<Form>mapToObj(size -> new Form.TokenLabels(sequenceLength, size))
                .findAny();
    }

    @Override
    public void check(DataRoot root) {
        Tokenising.files(root, path);
        Tokenising.check(root, tokenizer);
    }

    @Override
    public DataSet load(DataRoot root, long seed, Progress progress) {
        List<DataFile> files = Tokenising.files(root, path);
        DataFile first = files.getFirst();
        try (Tokenizer words = Tokenising.open(root, tokenizer)) {
            TokenText text = new Tokenising(root, files, tokenizer, samples == Cut.LINES).text(words, progress);
            text.tokens().largest(first, words.vocabulary(), progress);
            if (samples == Cut.STREAM) {
                return TokenWindows.of(text.tokens(), first, sequenceLength, words.vocabulary(), validationFraction);
            }
            Sequences rows = Sequences.of(text, first, sequenceLength, LEAST, packing, 0);
            return new LineSet(
                    rows,
                    first.name(),
                    new Form.Tokens(sequenceLength, words.vocabulary()),
                    HeldOut.training(rows.count(), validationFraction),
                    packing == Packing.PACK);
        }
    }
}
