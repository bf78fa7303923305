package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.rule.Rules;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Token numbers in a file, one after the other without any header; the file is mapped, never read as a whole.
 *
 * @param dtype how each is stored
 * @param sequenceLength tokens of a sample
 * @param vocabulary number of different tokens; absent for the largest number in the file + 1
 * @param validationFraction share of the samples at the end of the file that is held out
 */
public record TokensSource(
        String path,
        @JsonProperty(defaultValue = "uint16") TokenType dtype,
        int sequenceLength,
        @Nullable Integer vocabulary,
        @JsonProperty(defaultValue = "0") double validationFraction)
        implements DataSource {

    static final int MAX_LENGTH = 1 << 20;
    static final int MAX_VOCABULARY = 1 << 24;

    public TokensSource {
        new Rules()
                .between("sequenceLength", sequenceLength, 1, MAX_LENGTH)
                .between("vocabulary", vocabulary, 1, MAX_VOCABULARY)
                .share("validationFraction", validationFraction, 0, 1)
                .check();
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
        return Optional.ofNullable(vocabulary).map(size -> new Form.Tokens(sequenceLength, size));
    }

    @Override
    public Optional<Form> declaredTarget() {
        return Optional.ofNullable(vocabulary).map(size -> new Form.TokenLabels(sequenceLength, size));
    }

    @Override
    public void check(DataRoot root) {
        root.resolve("/data/path", path);
    }

    @Override
    public DataSet load(DataRoot root, long seed, Progress progress) {
        DataFile file = DataFile.of(root, "/data/path", path);
        TokenArray tokens = new TokenArray(map(file), dtype);
        int largest = tokens.largest(file, vocabulary == null ? MAX_VOCABULARY : vocabulary, progress);
        int size = vocabulary == null ? largest + 1 : vocabulary;
        return TokenWindows.of(tokens, file, sequenceLength, size, validationFraction);
    }

    private MemorySegment map(DataFile file) {
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            if (channel.size() % dtype.bytes() != 0) {
                throw file.fault("has %d bytes, no multiple of the %d of a token: restore it or correct dtype"
                        .formatted(channel.size(), dtype.bytes()));
            }
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
        } catch (IOException e) {
            throw file.fault("cannot be read (%s): check the disk and permissions".formatted(e.getMessage()));
        }
    }
}
