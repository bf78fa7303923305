package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.token.TokenizerChoice;
import java.util.Optional;

/** A data set's specification, which knows how to load it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(name = "csv", value = CsvSource.class),
    @JsonSubTypes.Type(name = "idx", value = IdxSource.class),
    @JsonSubTypes.Type(name = "tokens", value = TokensSource.class),
    @JsonSubTypes.Type(name = "text", value = TextSource.class),
    @JsonSubTypes.Type(name = "masked_text", value = MaskedTextSource.class),
    @JsonSubTypes.Type(name = "labelled_text", value = LabelledTextSource.class),
    @JsonSubTypes.Type(name = "images", value = ImagesSource.class),
    @JsonSubTypes.Type(name = "synthetic", value = SyntheticSource.class)
})
public interface DataSource {

    /** True if targets are class labels, one a sample or one a token, false if they are values. */
    boolean labelled();

    /** True if targets are tokens, so that e to the mean loss is a perplexity. */
    default boolean predictsTokens() {
        return false;
    }

    /** The form of inputs, if the specification alone tells. */
    Optional<Form> declaredInput();

    /** The form of targets, if the specification alone tells. */
    Optional<Form> declaredTarget();

    /** True if samples differ in length or hold several sequences. */
    default boolean segmented() {
        return false;
    }

    /** Most tokens of a sample, if the specification says how many; 1 if samples are no sequences. */
    default int sequenceLength() {
        return 1;
    }

    /** The tokenizer that made the samples, absent where they are no text. */
    default Optional<TokenizerChoice> words() {
        return Optional.empty();
    }

    /**
     * What can be said without reading the samples: paths stay under the root, files exist, numbers make sense.
     *
     * @throws InvalidDataException with the field at fault
     */
    void check(DataRoot root);

    /**
     * Opens the samples; whatever takes long, such as tokenising, is done here. Equal arguments give equal content and order.
     *
     * @param seed keys the validation split, random masks and synthetic values
     * @param progress hears about work that takes long
     * @throws InvalidDataException with the field at fault: unreadable or corrupt file, bad row, NaN, label out of range
     */
    DataSet load(DataRoot root, long seed, Progress progress);

    /** The same when nobody listens. */
    default DataSet load(DataRoot root, long seed) {
        return load(root, seed, Progress.NONE);
    }
}
