package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.rule.Rules;
import io.penstock.engine.token.Tokenizer;
import io.penstock.engine.token.TokenizerChoice;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Texts with a class each, in a table, one a row: separated by commas with quotes (RFC 4180) if the file's name ends with
 * {@code .csv} or {@code .csv.gz}, else by tabs without any. Texts of more tokens than a sample lose their ends.
 *
 * @param path UTF-8, gzip-compressed or plain
 * @param textColumn the column of texts; columns count from 0
 * @param labelColumn the column of classes
 * @param classes words of the classes 0, 1, …; absent if the column holds these numbers
 * @param sequenceLength tokens of a sample at most
 * @param header true if the first row holds names
 * @param padToken follows the end of shorter samples
 * @param validationFraction share of the rows that is held out, drawn by the job's seed
 */
public record LabelledTextSource(
        String path,
        int textColumn,
        int labelColumn,
        @Nullable List<String> classes,
        TokenizerChoice tokenizer,
        int sequenceLength,
        @JsonProperty(defaultValue = "false") boolean header,
        @JsonProperty(defaultValue = "0") int padToken,
        @JsonProperty(defaultValue = "0") double validationFraction)
        implements DataSource {

    private static final int MAX_COLUMN = 9999;

    public LabelledTextSource {
        classes = classes == null ? null : List.copyOf(classes);
        new Rules()
                .between("textColumn", textColumn, 0, MAX_COLUMN)
                .between("labelColumn", labelColumn, 0, MAX_COLUMN)
                .require(
                        textColumn != labelColumn,
                        "/labelColumn",
                        "textColumn and labelColumn are both %d: name two columns".formatted(labelColumn))
                .require(
                        classes == null || (classes.size() > 1 && new HashSet<>(classes).size() == classes.size()),
                        "/classes",
                        "classes must name at least two words, none twice")
                .between("sequenceLength", sequenceLength, 1, TokensSource.MAX_LENGTH)
                .between("padToken", padToken, 0, TokensSource.MAX_VOCABULARY - 1)
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
    public Optional<Form> declaredInput() {
        return tokenizer.declaredVocabulary().stream()
                .<Form>mapToObj(this::form)
                .findAny();
    }

    @Override
    public Optional<Form> declaredTarget() {
        return Optional.ofNullable(classes).map(words -> new Form.Label(words.size()));
    }

    /** The form of inputs with a tokenizer of so many tokens. */
    Form.Tokens form(int words) {
        return new Form.Tokens(sequenceLength, Math.max(words, padToken + 1));
    }

    boolean quoted() {
        return path.endsWith(".csv") || path.endsWith(".csv.gz");
    }

    @Override
    public void check(DataRoot root) {
        root.resolve("/data/path", path);
        Tokenising.check(root, tokenizer);
    }

    @Override
    public DataSet load(DataRoot root, long seed, Progress progress) {
        DataFile file = DataFile.of(root, "/data/path", path);
        try (Tokenizer words = Tokenising.open(root, tokenizer)) {
            LabelledTextLoader loader = new LabelledTextLoader(this, file, words, progress);
            file.read(loader::read);
            return loader.set(seed);
        }
    }
}
