package io.penstock.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.engine.checkpoint.PublicFolder;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.model.Gpt2;
import io.penstock.engine.model.ReferenceModel;
import io.penstock.engine.rule.FieldError;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FromCheckpointTest {

    private static final String JOB = """
            {"name": "j", "model": {"from": "gpt2_tiny"%s},
             "data": {"type": "tokens", "path": "t.bin", "sequenceLength": 8, "vocabulary": 128},
             "training": {"batchSize": 2, "steps": 1, "loss": "cross_entropy", "optimizer": {"type": "adam", "learningRate": 0.1}}}
            """;

    @TempDir
    private Path folder;

    private JobSpec read(String more) throws Exception {
        PublicFolder.of(folder, ReferenceModel.GPT2_TINY);
        Files.write(folder.resolve("t.bin"), new byte[200]);
        return JobReader.read(JOB.formatted(more).getBytes(StandardCharsets.UTF_8), new DataRoot(folder));
    }

    @Test
    void readWhenTheModelIsAFolderIsAJobThatReadsBackWithoutIt() throws Exception {
        JobSpec job = read(", \"dropout\": 0.1, \"contextLength\": 16");

        assertThat(job.model()).isEqualTo(new Gpt2(128, 16, 4, 64, 4, null, 0.1, 1e-5, "gpt2_tiny"));
        assertThat(JobReader.read(JobReader.write(job))).isEqualTo(job);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                ", \"heads\": 2 | /model/heads | unknown field",
                ", \"dropout\": \"x\" | /model/dropout | expected a finite number",
                ", \"dropout\": 2 | /model/from | dropout is 2.0: use at least",
                ", \"contextLength\": 4 | /model/contextLength | 4",
            })
    void readWhenTheWishIsBadNamesTheField(String more, String pointer, String said) {
        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> read(more))
                .satisfies(e -> {
                    FieldError error = e.errors().getFirst();
                    assertThat(error.pointer()).isEqualTo(pointer);
                    assertThat(error.detail()).contains(said);
                });
    }

    @Test
    void readWhenACompleteModelNamesAFolderThatIsNotThereNamesTheField() {
        String job = JOB.formatted("")
                .replace(
                        "\"from\": \"gpt2_tiny\"",
                        "\"type\": \"mlp\", \"inputSize\": 4, \"hiddenSizes\": [], \"outputSize\": 2, \"from\": \"no\"")
                .replaceAll(
                        "\"data\": .*",
                        "\"data\": {\"type\": \"synthetic\", \"samples\": 9, \"inputSize\": 4, \"classes\": 2},");

        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> JobReader.read(job.getBytes(StandardCharsets.UTF_8), new DataRoot(folder)))
                .satisfies(e ->
                        assertThat(e.errors()).extracting(FieldError::pointer).containsExactly("/model/from"));
    }
}
