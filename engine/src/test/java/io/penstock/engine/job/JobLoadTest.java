package io.penstock.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.penstock.common.control.RunLength;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.InvalidDataException;
import io.penstock.engine.rule.FieldError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobLoadTest {

    @TempDir
    private Path folder;

    @Test
    void checkWhenFileIsMissingNamesItsField() {
        JobSpec job = JobReader.read(Jobs.digits());

        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> job.check(new DataRoot(folder)))
                .satisfies(e ->
                        assertThat(e.errors()).extracting(FieldError::pointer).containsExactly("/data/path"));
    }

    @Test
    void loadWhenLabelIsNoClassNamesTheRow() throws IOException {
        InvalidDataException refused = refusal("0,".repeat(64) + "3\n" + "0,".repeat(64) + "10\n");

        assertThat(refused)
                .hasMessage("digits.csv.gz row 2 has label 10 but model.outputSize is 10, so labels are 0 to 9:"
                        + " correct the row or use at least 11");
        assertThat(refused.pointer()).isEqualTo("/model/outputSize");
    }

    @Test
    void loadWhenRowsAreWiderThanTheModelNamesBothSizes() throws IOException {
        InvalidDataException refused = refusal("0,".repeat(64) + "3,0,0\n");

        assertThat(refused).hasMessage("model.inputSize is 64 but the data has 66 values a sample: use 66");
        assertThat(refused.pointer()).isEqualTo("/model/inputSize");
    }

    @Test
    void lengthWhenStepsAreGivenIgnoresEpochs() throws IOException {
        Files.writeString(folder.resolve("digits.csv.gz"), ("0,".repeat(64) + "3\n").repeat(100));
        JobSpec job = JobReader.read(Jobs.with("\"epochs\": 30", "\"steps\": 7"));

        assertThat(job.length(job.load(new DataRoot(folder)))).isEqualTo(new RunLength(7, 2, 100, 0));
    }

    private InvalidDataException refusal(String text) throws IOException {
        Files.writeString(folder.resolve("digits.csv.gz"), text);
        JobSpec job = JobReader.read(Jobs.digits());
        return catchThrowableOfType(InvalidDataException.class, () -> job.load(new DataRoot(folder)));
    }
}
