package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.data.TextSource.Packing;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.rule.Rules;
import io.penstock.engine.token.Tokenizer;
import io.penstock.engine.token.TokenizerChoice;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Lines of text files in which hidden tokens are to be found (masked language modelling; Devlin et al., "BERT", 2019,
 * section 3.1). Blank lines are left out, longer ones than a sample are cut.
 *
 * @param path a file or several, UTF-8, gzip-compressed or plain
 * @param sequenceLength tokens of a sample at most
 * @param maskToken stands for a hidden token; may follow the tokenizer's own tokens
 * @param padToken follows the end of shorter samples
 * @param maskProbability share of the tokens that are targets; of these 80 % are hidden, 10 % changed, 10 % left
 * @param validationFraction share of the samples at the end of the text that is held out
 */
public record MaskedTextSource(
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<String> path,

        TokenizerChoice tokenizer,
        int sequenceLength,
        int maskToken,
        @JsonProperty(defaultValue = "0") int padToken,
        @JsonProperty(defaultValue = "0.15") double maskProbability,
        @JsonProperty(defaultValue = "0") double validationFraction)
        implements DataSource {

    public MaskedTextSource {
        path = List.copyOf(path);
        new Rules()
                .require(!path.isEmpty(), "/path", "path is an empty list: name at least one file")
                .between("sequenceLength", sequenceLength, 1, TokensSource.MAX_LENGTH)
                .between("maskToken", maskToken, 0, TokensSource.MAX_VOCABULARY - 1)
                .between("padToken", padToken, 0, TokensSource.MAX_VOCABULARY - 1)
                .require(
                        maskProbability > 0 && maskProbability < 1,
                        "/maskProbability",
                        "maskProbability is %s: use more than 0 and less than 1".formatted(maskProbability))
                .share("validationFraction", validationFraction, 0, 1)
                .check();
    }

    @Override
    public boolean segmented() {
        return true;
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
                .<Form>mapToObj(size -> new Form.Tokens(sequenceLength, vocabulary(size)))
                .findAny();
    }

    @Override
    public Optional<Form> declaredTarget() {
        return tokenizer.declaredVocabulary().stream()
                .<Form>mapToObj(size -> new Form.TokenLabels(sequenceLength, vocabulary(size)))
                .findAny();
    }

    /** Tokens of the tokenizer and those of this source. */
    private int vocabulary(int words) {
        return Math.max(words, Math.max(maskToken, padToken) + 1);
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
            TokenText text = new Tokenising(root, files, tokenizer, true).text(words, progress);
            text.tokens().largest(first, words.vocabulary(), progress);
            Sequences rows = Sequences.of(text, first, sequenceLength, 1, Packing.NONE, padToken);
            return new MaskedSet(
                    rows,
                    first.name(),
                    new Form.Tokens(sequenceLength, vocabulary(words.vocabulary())),
                    HeldOut.training(rows.count(), validationFraction),
                    new MaskedSet.Masking(
                            seed, (float) maskProbability, maskToken, words.vocabulary(), special(words)));
        }
    }

    private static BitSet special(Tokenizer words) {
        BitSet special = new BitSet();
        IntStream.range(0, words.vocabulary()).filter(words::isSpecial).forEach(special::set);
        return special;
    }
}
