package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.Commands.Outcome;
import io.penstock.cli.cluster.FakeOrchestrator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class PrivateClusterTest {

    @TempDir
    private Path home;

    private Path job;

    @BeforeEach
    void install() throws IOException {
        System.setProperty("penstock.home", home.toString());
        FakeOrchestrator.jar(new Installation(home).orchestratorJar());
        job = Files.writeString(home.resolve("job.json"), "{\"parallelism\": {\"pipeline\": 3}}");
    }

    @AfterEach
    void uninstall() {
        System.clearProperty("penstock.home");
    }

    @Test
    void trainWhenNoServerIsGivenRunsOnItsOwnCluster() {
        Outcome outcome = Commands.run("train", job.toString());

        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("digits SUCCEEDED: 4 of 4 steps");
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void trainWhenOrchestratorDiesAtStartShowsItsLastWords() throws IOException {
        Outcome outcome = Commands.run("train", job.toString(), "--workers", "13");

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("the orchestrator ended with exit code 7")
                .contains("--penstock.local-workers=13 ")
                .contains("--server.port=0")
                .contains("--penstock.data-root=" + home.resolve("examples/data"))
                .contains("thirteen workers bring bad luck");
        removeLog(outcome.err());
    }

    @Test
    void planWhenRefusedExitsWithTwo() {
        Outcome outcome = Commands.run("plan", job.toString());

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("/parallelism/pipeline: ");
    }

    @Test
    void trainWhenThereIsNoCheckoutSaysHowToStart() {
        System.clearProperty("penstock.home");

        Outcome outcome = Commands.run("train", job.toString());

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("a local cluster needs the checkout: start ./penstock there");
    }

    private static void removeLog(String message) throws IOException {
        String path = message.replaceAll("(?s).*the end of ([^:]+):.*", "$1");
        Files.delete(Path.of(path));
        Files.delete(Path.of(path).getParent());
    }
}
