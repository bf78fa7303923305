package io.penstock.cli;

import static io.penstock.cli.StubServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.Commands.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {

    @TempDir
    private Path folder;

    private StubServer server;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "train",
                "up",
                "submit",
                "jobs",
                "status",
                "watch",
                "stop",
                "workers",
                "plan",
                "profile",
                "timeline",
                "advice",
                "schedule",
                "simulate",
                "data",
                "version"
            })
    void helpWhenAskedListsEveryCommand(String command) {
        assertThat(Commands.run("--help").out()).containsPattern("(?m)^ +" + command + " ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "train", "fly", "jobs --sever x", "train a.json --workers many", "train a b"})
    void runWhenArgumentsAreWrongShowsUsageAndExitsWithTwo(String line) {
        Outcome outcome = Commands.run(line.split(" "));

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).containsPattern("Usage: penstock|Possible solutions: --server");
    }

    @Test
    void jobsWhenThereAreSomeListsThem() {
        server.on(
                "GET /jobs",
                json(200, "{\"jobs\": [%s, %s], \"next\": 2}".formatted(Answers.SUCCEEDED, Answers.FAILED)));

        assertThat(ask("jobs").out().lines())
                .containsExactly(
                        "job  name    state      step    loss  samples/s",
                        "j1   digits  SUCCEEDED  4/4   0.2500      1,235",
                        "j1   -       FAILED     -          -          -",
                        "older jobs are not shown");
    }

    @Test
    void jobsWhenThereAreNoneSaysSo() {
        server.on("GET /jobs", json(200, "{\"jobs\": []}"));

        assertThat(ask("jobs").out()).startsWith("no jobs");
    }

    @Test
    void workersWhenThereAreSomeListsThem() {
        server.on(
                "GET /workers",
                json(200, "[{\"worker\": \"w1\", \"state\": \"IDLE\", \"device\": \"cpu\", \"gigaflops\": 31.7}]"));

        assertThat(ask("workers").out()).containsPattern("w1 +IDLE +- +- +cpu +32 +- +-");
    }

    @Test
    void statusWhenJobIsKnownShowsIt() {
        server.on("GET /jobs/j1", json(200, Answers.RUNNING));

        assertThat(ask("status", "j1").out()).startsWith("digits RUNNING: 0 of 4 steps, 1:05 left");
    }

    @Test
    void statusWhenJobIsUnknownExitsWithTwo() {
        Outcome outcome = ask("status", "j9");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("refused (404): nothing here");
    }

    @Test
    void watchWhenJobFailedExitsWithOne() {
        server.on("GET /jobs/j1", json(200, Answers.FAILED));

        assertThat(ask("watch", "j1").exitCode()).isEqualTo(1);
    }

    @Test
    void stopWhenJobIsKnownAsksForItsEnd() {
        server.on("POST /jobs/j1/stop", json(202, "{}"));

        assertThat(ask("stop", "j1").exitCode()).isZero();
        assertThat(server.requests("POST /jobs/j1/stop")).hasSize(1);
    }

    @Test
    void submitWhenAcceptedPrintsTheId() throws IOException {
        server.on("POST /jobs", json(202, Answers.RUNNING));
        Path job = Files.writeString(folder.resolve("job.json"), "{}");

        assertThat(ask("submit", job.toString()).out()).isEqualTo("j1" + System.lineSeparator());
    }

    @Test
    void submitWhenNobodyAnswersNamesTheServer() throws IOException {
        Path job = Files.writeString(folder.resolve("job.json"), "{}");
        server.close();

        Outcome outcome = ask("submit", job.toString());

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("no orchestrator answers at " + server.uri());
    }

    @Test
    void versionWhenServerAnswersNamesBoth() {
        server.on("GET /version", json(200, "{\"version\": \"9.9\"}"));

        assertThat(ask("version").out()).contains("on Java 25").contains("9.9");
    }

    private Outcome ask(String... arguments) {
        Stream<String> where = Stream.of("--server", server.uri().toString());
        return Commands.run(Stream.concat(Stream.of(arguments), where).toArray(String[]::new));
    }
}
