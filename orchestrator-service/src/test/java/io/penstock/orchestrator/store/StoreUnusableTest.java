package io.penstock.orchestrator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.env.MockEnvironment;

/** An orchestrator without its database says so, and what to do. */
@ExtendWith(OutputCaptureExtension.class)
class StoreUnusableTest {

    private final StoreUnusableFailureAnalyzer analyzer = new StoreUnusableFailureAnalyzer(
            new MockEnvironment().withProperty("spring.datasource.url", "jdbc:postgresql://db/penstock?password=x"));

    @Test
    void startWhenNoDatabaseAnswersTriesAgainAndSaysWhatToDo(@TempDir Path folder, CapturedOutput output) {
        List<String> nobody = List.of(
                "--spring.datasource.url=jdbc:postgresql://127.0.0.1:1/none", "--spring.flyway.connect-retries=1");

        assertThatThrownBy(() -> Instance.start(folder, nobody)).isNotNull();

        assertThat(output)
                .contains("Retrying in 1 sec")
                .contains("The job store at jdbc:postgresql://127.0.0.1:1/none cannot be used: Connection to"
                        + " 127.0.0.1:1 refused")
                .contains("Start the database there, or name another one in spring.datasource.url.");
    }

    @Test
    void startWhenNothingCanBeWrittenThereSaysWhatToDo(@TempDir Path folder, CapturedOutput output) {
        List<String> nowhere = List.of("--spring.datasource.url=jdbc:h2:file:/proc/none/store");

        assertThatThrownBy(() -> Instance.start(folder, nowhere)).isNotNull();

        assertThat(output)
                .contains("The job store at jdbc:h2:file:/proc/none/store cannot be used")
                .contains("Let this user write there, or choose another penstock.state-directory.");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            28P01, 0,     spring.datasource.password
            3D000, 0,     Create this database
            57P03, 0,     Start the database
            90020, 90020, End the orchestrator that uses it
            """)
    void analyzeNamesTheFixAndHidesTheParametersOfTheUrl(String state, int code, String fix) {
        FailureAnalysis analysis = analyzer.analyze(
                new IllegalStateException(new SQLException("outer", new SQLException("it is so.", state, code))));
        assertThat(analysis.getDescription())
                .isEqualTo("The job store at jdbc:postgresql://db/penstock cannot be used: it is so.");
        assertThat(analysis.getAction()).contains(fix);
    }

    @Test
    void analyzeWhenAStatementIsWrongIsSilent() {
        assertThat(analyzer.analyze(new SQLException("syntax error", "42601"))).isNull();
    }
}
