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

class PlanTest {

    private static final String PLAN = """
            {"schedule": "gpipe", "ranks": 1, "chunks": 1, "microBatches": 1, "bufferDepth": 1, "stepSeconds": 0.003,
             "stages": [{"stage": 0, "rank": 0, "layers": ["fc0"], "parameters": 1, "memoryBytes": 1}],
             "timeline": [[{"action": "0F0", "start": 0, "end": 0.001}, {"action": "0B0", "start": 0.001, "end": 0.003}]]}""";

    @TempDir
    private Path folder;

    private StubServer server;
    private Path job;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer().on("POST /plans", json(200, PLAN));
        job = Files.writeString(folder.resolve("job.json"), "{\"name\": \"digits\"}");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void planWhenPossibleDrawsIt() {
        assertThat(plan().out())
                .startsWith("gpipe on 1 ranks")
                .contains("rank 0   F0--")
                .contains("about 3.00 ms");
        assertThat(server.requests("POST /plans").getFirst().body()).isEqualTo("{\"name\": \"digits\"}");
    }

    @Test
    void planWhenJsonIsAskedForIsPassedOn() {
        assertThat(Json.MAPPER.readTree(plan("--json").out())).isEqualTo(Json.MAPPER.readTree(PLAN));
    }

    @Test
    void planWhenCsvIsAskedForPrintsTheTable() {
        assertThat(plan("--csv").out()).isEqualTo("0F0,0B0\n");
    }

    @Test
    void planWhenRefusedSaysWhyAndExitsWithTwo() {
        server.on("POST /plans", json(422, Answers.REFUSAL));

        Outcome outcome = plan();

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err())
                .contains("/parallelism/pipeline: parallelism.pipeline is 9 but the model has 8 layers: use at most 8");
    }

    @Test
    void planWhenRefusedAndJsonIsAskedForPrintsTheErrors() {
        server.on("POST /plans", json(422, Answers.REFUSAL));

        JsonNode answer = Json.MAPPER.readTree(plan("--json").out());

        assertThat(answer.at("/state").asString()).isEqualTo("REFUSED");
        assertThat(answer.at("/errors/0/pointer").asString()).isEqualTo("/parallelism/pipeline");
    }

    private Outcome plan(String... more) {
        Stream<String> arguments =
                Stream.of("plan", job.toString(), "--server", server.uri().toString());
        return Commands.run(Stream.concat(arguments, Stream.of(more)).toArray(String[]::new));
    }
}
