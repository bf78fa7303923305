package io.penstock.cli;

import static io.penstock.cli.StubServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.Commands.Outcome;
import io.penstock.cli.client.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ProfileTest {

    private static final String JOB = """
            {"id": "mine", "name": "digits", "training": {"epochs": 30, "seed": 1,
             "learningRateSchedule": {"type": "cosine", "warmupSteps": 100}}, "parallelism": {"pipeline": 2}}""";

    @TempDir
    private Path folder;

    private StubServer server;
    private Path job;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer();
        server.on("POST /jobs", json(202, Answers.RUNNING))
                .on("GET /jobs/j1", json(200, Answers.SUCCEEDED))
                .on("GET /jobs/j1/profile", json(200, Answers.PROFILE))
                .on("GET /jobs/j1/advice", json(200, Answers.ADVICE));
        job = Files.writeString(folder.resolve("job.json"), JOB);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void profileWhenRunSucceedsPrintsCostsAndAdvice() {
        Outcome outcome = profile();

        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines())
                .startsWith(
                        "profile of 12 steps, times of one micro-batch; latency 0.20 ms",
                        "  stage  rank  F ms  I ms  W ms  output kB  transfer ms    MB/s",
                        "      0     0  1.00  1.50  0.50      32.00         0.30  250.00",
                        "      1     1  2.00  3.00  1.00          -            -       -",
                        "",
                        "Stage 2 takes 2.0 times its share.");
    }

    @Test
    void profileWhenSubmittedIsAShortRunOfItsOwn() {
        profile("--steps", "5");

        JsonNode sent =
                Json.MAPPER.readTree(server.requests("POST /jobs").getFirst().body());
        assertThat(sent).isEqualTo(Json.MAPPER.readTree("""
                {"name": "digits", "training": {"steps": 5, "seed": 1, "evaluateEvery": "end"},
                 "parallelism": {"pipeline": 2}}"""));
    }

    @Test
    void profileWhenJsonIsAskedForPrintsBoth() {
        JsonNode answer = Json.MAPPER.readTree(profile("--json").out());

        assertThat(answer.at("/job").asString()).isEqualTo("j1");
        assertThat(answer.at("/profile")).isEqualTo(Json.MAPPER.readTree(Answers.PROFILE));
        assertThat(answer.at("/advice")).isEqualTo(Json.MAPPER.readTree(Answers.ADVICE));
    }

    @Test
    void profileWhenRunFailsSaysWhyAndExitsWithOne() {
        server.on("GET /jobs/j1", json(200, Answers.FAILED));

        Outcome outcome = profile();

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).contains("worker w1 was lost");
        assertThat(server.requests("GET /jobs/j1/profile")).isEmpty();
    }

    @Test
    void profileWhenJobIsRefusedExitsWithTwo() {
        server.on("POST /jobs", json(422, Answers.REFUSAL));

        assertThat(profile().exitCode()).isEqualTo(2);
    }

    @Test
    void profileWhenJobIsNoObjectLeavesItToTheOrchestrator() throws IOException {
        Files.writeString(job, "[1, 2]");

        profile();

        assertThat(server.requests("POST /jobs").getFirst().body()).isEqualTo("[1, 2]");
    }

    private Outcome profile(String... more) {
        Stream<String> arguments =
                Stream.of("profile", job.toString(), "--server", server.uri().toString());
        return Commands.run(Stream.concat(arguments, Stream.of(more)).toArray(String[]::new));
    }
}
