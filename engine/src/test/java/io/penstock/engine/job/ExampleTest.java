package io.penstock.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.DataSet;
import io.penstock.engine.data.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExampleTest {

    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final DataRoot DATA = new DataRoot(EXAMPLES.resolve("data"));

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void readWhenExampleGivesAJobNamedAfterTheFile(Path example) throws IOException {
        JobSpec job = JobReader.read(Files.readAllBytes(example));

        assertThat(example).hasFileName(job.name() + ".json");
        assertThat(JobReader.read(JobReader.write(job))).isEqualTo(job);
    }

    @Test
    void examplesWhenListedAreSeven() throws IOException {
        assertThat(examples()).hasSize(7);
    }

    @Test
    void loadWhenDigitsGivesTrainingAndHeldOutSamples() throws IOException {
        JobSpec job = JobReader.read(Files.readAllBytes(EXAMPLES.resolve("digits-mlp.json")));
        job.check(DATA);

        DataSet samples = job.load(DATA);

        assertThat(samples.inputForm()).isEqualTo(new Form.Values(64));
        assertThat(samples.targetForm()).isEqualTo(new Form.Label(10));
        assertThat(samples.trainingSamples()).isEqualTo(1438);
        assertThat(samples.validationSamples()).isEqualTo(359);
        assertThat(job.length(samples).steps()).isEqualTo(30 * 23);
        assertThat(job.length(samples).stepsPerEpoch()).isEqualTo(23);
    }

    @Test
    void loadWhenCourseGivesSyntheticSamples() throws IOException {
        JobSpec job = JobReader.read(Files.readAllBytes(EXAMPLES.resolve("course-mlp.json")));

        assertThat(job.model().layers()).hasSize(33);
        assertThat(job.load(DATA).trainingSamples()).isEqualTo(3072);
    }
}
