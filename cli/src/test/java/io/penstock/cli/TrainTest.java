package io.penstock.cli;

import static io.penstock.cli.Answers.line;
import static io.penstock.cli.StubServer.event;
import static io.penstock.cli.StubServer.events;
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

class TrainTest {

    private static final String JOB = "{\"name\": \"digits\", \"parallelism\": {\"pipeline\": 2}}";

    @TempDir
    private Path folder;

    private StubServer server;
    private Path job;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer();
        job = Files.writeString(folder.resolve("job.json"), JOB);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void trainWhenJobSucceedsPrintsProgressAndSummary() {
        serveRun(Answers.SUCCEEDED);

        Outcome outcome = train();

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .contains("RUNNING")
                .contains("step 1/4  loss 0.5000  1,000 samples/s  bubble 30.0% (plan 20.0%)")
                .contains("digits SUCCEEDED: 4 of 4 steps (1 skipped) in ")
                .contains("validation accuracy  97.0%")
                .contains("bubble measured      makespan 31.0%, span 28.0%")
                .containsPattern("w1 +0 +0 +cpu +3.00 +1.00 +#{15}\\.{5} 75.0%");
        assertThat(server.requests("POST /jobs")).singleElement().satisfies(request -> {
            assertThat(request.body()).isEqualTo(JOB);
            assertThat(request.header("Idempotency-key")).isNotBlank();
        });
    }

    @Test
    void trainWhenJsonPrintsOneObjectAndProgressElsewhere() {
        serveRun(Answers.SUCCEEDED);

        Outcome outcome = train("--json");

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).contains("step 1/4");
        JsonNode summary = Json.MAPPER.readTree(outcome.out());
        assertThat(summary.propertyNames())
                .containsExactlyInAnyOrder(
                        "state",
                        "steps",
                        "finalLoss",
                        "validationAccuracy",
                        "samplesPerSecond",
                        "seconds",
                        "firstStepSeconds",
                        "bubble",
                        "predictedBubble",
                        "workers",
                        "job");
        assertThat(summary.at("/state").asString()).isEqualTo("SUCCEEDED");
        assertThat(summary.at("/steps").asInt()).isEqualTo(4);
        assertThat(summary.at("/finalLoss").asDouble()).isEqualTo(0.25);
        assertThat(summary.at("/bubble/span").asDouble()).isEqualTo(0.28);
        assertThat(summary.at("/workers/0/stages/0").asInt()).isZero();
        assertThat(summary.at("/workers/0/busySeconds/backward").asDouble()).isEqualTo(0.002);
        assertThat(summary.at("/firstStepSeconds").asDouble())
                .isPositive()
                .isLessThanOrEqualTo(summary.at("/seconds").asDouble());
    }

    @Test
    void trainWhenJobFailsSaysWhyAndExitsWithOne() {
        serveRun(Answers.FAILED);

        Outcome outcome = train();

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out())
                .contains("j1 FAILED")
                .contains("worker w1 was lost")
                .contains("/data/path: line 3 has 64 columns, needs 65");
    }

    @Test
    void trainWhenJobIsRefusedPrintsPointersAndExitsWithTwo() {
        server.on("POST /jobs", json(400, Answers.REFUSAL));

        Outcome outcome = train();

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err())
                .contains("refused (400): the job specification has 1 error")
                .contains("/parallelism/pipeline: parallelism.pipeline is 9 but the model has 8 layers: use at most 8");
    }

    @Test
    void trainWhenJobIsRefusedAndJsonPrintsOneObject() {
        server.on("POST /jobs", json(400, Answers.REFUSAL));

        Outcome outcome = train("--json");

        assertThat(outcome.exitCode()).isEqualTo(2);
        JsonNode summary = Json.MAPPER.readTree(outcome.out());
        assertThat(summary.at("/state").asString()).isEqualTo("REFUSED");
        assertThat(summary.at("/errors/0/pointer").asString()).isEqualTo("/parallelism/pipeline");
    }

    @Test
    void trainWhenServerFailsExitsWithOne() {
        server.on("POST /jobs", json(500, "{\"detail\": \"disk full\"}"));

        Outcome outcome = train();

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("answered 500: disk full");
    }

    @Test
    void trainWhenFileIsNotJsonNamesThePlace() throws IOException {
        Files.writeString(job, "{\n  \"name\": oops\n}");

        Outcome outcome = train();

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("job.json is not JSON: line 2, column ");
        assertThat(server.requests("POST /jobs")).isEmpty();
    }

    @Test
    void trainWhenFileIsMissingSaysSo() throws IOException {
        Files.delete(job);

        Outcome outcome = train();

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("there is no job file " + job);
    }

    private void serveRun(String end) {
        server.on("POST /jobs", json(202, Answers.RUNNING))
                .on("GET /jobs/j1", request -> json(200, isFinalQuestion() ? end : Answers.RUNNING))
                .on(
                        "GET /jobs/j1/events",
                        events(
                                event("1", "state", line(Answers.RUNNING)),
                                event("2", "step", Answers.step(1)),
                                event("3", "state", line(end))));
    }

    private boolean isFinalQuestion() {
        boolean streamed = !server.requests("GET /jobs/j1/events").isEmpty();
        return streamed && server.requests("GET /jobs/j1").size() > 1;
    }

    private Outcome train(String... more) {
        Stream<String> arguments =
                Stream.of("train", job.toString(), "--server", server.uri().toString());
        return Commands.run(Stream.concat(arguments, Stream.of(more)).toArray(String[]::new));
    }
}
