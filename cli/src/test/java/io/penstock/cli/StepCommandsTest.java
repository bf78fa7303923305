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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The commands about what the steps of a job did and should do. */
class StepCommandsTest {

    private static final String CONFLICT = """
            {"title": "Conflict", "status": 409, "code": "STAGE_MAP_DIFFERS",
             "detail": "zb-v needs stages on ranks [0, 1, 1, 0] but the job runs on [0, 1, 0, 1]: use interleaved-zb"}""";

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

    @Test
    void timelineWhenRecordedDrawsMeasuredAbovePredicted() {
        server.on("GET /jobs/j1/timeline", json(200, Answers.TIMELINE));

        assertThat(ask("timeline", "j1").out().lines())
                .containsExactly(
                        "step 16, 1f1b",
                        "",
                        "         |0       |0.5     |1       |1.5     |2       |2.5     |3       |3.5     |4       |4.5",
                        "measured",
                        "rank 0   F0----------------....................................B0----------------------------------",
                        "rank 1   ..................F0----------------B0----------------------------------..................",
                        "predicted",
                        "rank 0   F0----------------......................................................B0----------------",
                        "rank 1   ..................F0----------------B0----------------------------------..................",
                        "         F forward, B backward, . idle; time in ms",
                        "",
                        "  measured   5.00 ms, bubble makespan 40.0%, span 20.0%",
                        "  predicted  5.00 ms, bubble makespan 30.0%, span 10.0%",
                        "  recorded   steps 1, 2, 16");
        assertThat(server.requests("GET /jobs/j1/timeline"))
                .singleElement()
                .satisfies(request ->
                        assertThat(request.header("Accept")).isEqualTo("application/vnd.penstock.timeline+json"));
    }

    @Test
    void timelineWhenStepIsGivenAsksForIt() {
        server.on("GET /jobs/j1/timeline?step=16", json(200, Answers.TIMELINE));

        Outcome outcome = ask("timeline", "j1", "--step", "16", "--json");

        assertThat(Json.MAPPER.readTree(outcome.out())).isEqualTo(Json.MAPPER.readTree(Answers.TIMELINE));
    }

    @Test
    void timelineWhenChromeIsAskedForWritesTheTrace() throws IOException {
        server.on("GET /jobs/j1/timeline?step=2", json(200, "{\"traceEvents\": []}"));
        Path trace = folder.resolve("trace.json");

        Outcome outcome = ask("timeline", "j1", "--step", "2", "--chrome", trace.toString());

        assertThat(outcome.out()).contains("wrote " + trace);
        assertThat(trace).hasContent("{\"traceEvents\": []}");
        assertThat(server.requests("GET /jobs/j1/timeline?step=2"))
                .singleElement()
                .satisfies(request -> assertThat(request.header("Accept")).isEqualTo("application/json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeline j9", "advice j9", "schedule j9"})
    void askWhenJobIsUnknownExitsWithTwo(String line) {
        Outcome outcome = ask(line.split(" "));

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("refused (404): nothing here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeline j9 --json", "advice j9 --json"})
    void askWhenJobIsUnknownAndJsonIsAskedForPrintsOneObject(String line) {
        JsonNode answer = Json.MAPPER.readTree(ask(line.split(" ")).out());

        assertThat(answer.at("/state").asString()).isEqualTo("REFUSED");
        assertThat(answer.at("/message").asString()).contains("nothing here");
    }

    @Test
    void adviceWhenThereIsSomePrintsWordsAndNumbers() {
        server.on("GET /jobs/j1/advice", json(200, Answers.ADVICE));

        assertThat(ask("advice", "j1").out().lines())
                .containsExactly(
                        "Stage 2 takes 2.0 times its share.",
                        "Give it fewer layers.",
                        "",
                        "  schedule  1f1b",
                        "  step      12.00 ms measured, 11.50 ms predicted",
                        "  bubble    makespan 45.0%, span 40.0%",
                        "    imbalance   25.0%",
                        "    fill        10.0%",
                        "    drain       10.0%",
                        "    jitter      -0.5%",
                        "  slow      stage 2 on rank 2 (w3): 2.00 times its share",
                        "  repair    \"layers\": [9, 9, 6, 9], then about 9.00 ms a step, bubble makespan 28.0%, span 27.0%",
                        "",
                        "also tried: 1, of which 1 fit",
                        "  schedule  chunks  micro-batches  step ms  makespan bubble  span bubble  activations",
                        "  zb-h1          1              8    10.00            33.0%        32.0%            4");
    }

    @Test
    void adviceWhenNothingIsWrongLeavesTheRestOut() {
        server.on("GET /jobs/j1/advice", json(200, "{\"schedule\": \"gpipe\", \"stepSeconds\": 0.5, \"parts\": {}}"));

        assertThat(ask("advice", "j1").out().lines())
                .containsExactly(
                        "", "  schedule  gpipe", "  step      500.00 ms measured, - predicted", "  bubble    -");
    }

    @Test
    void adviceWhenJsonIsAskedForIsPassedOn() {
        server.on("GET /jobs/j1/advice", json(200, Answers.ADVICE));

        assertThat(Json.MAPPER.readTree(ask("advice", "j1", "--json").out()))
                .isEqualTo(Json.MAPPER.readTree(Answers.ADVICE));
    }

    @Test
    void scheduleWhenNoOtherIsNamedPrintsTheTable() {
        server.on("GET /jobs/j1/schedule", json(200, "0F0,0B0\n"));

        assertThat(ask("schedule", "j1").out()).isEqualTo("0F0,0B0\n");
        assertThat(server.requests("GET /jobs/j1/schedule").getFirst().header("Accept"))
                .isEqualTo("text/csv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zb-h1", "auto"})
    void scheduleWhenAnotherIsNamedSwitchesToIt(String name) {
        server.on("POST /jobs/j1/schedule", json(202, "{\"schedule\": \"zb-h1\", \"fromStep\": 120}"));

        assertThat(ask("schedule", "j1", name).out().lines()).containsExactly("zb-h1 from step 120");
        assertThat(body()).isEqualTo(Json.MAPPER.readTree("{\"schedule\": \"%s\"}".formatted(name)));
    }

    @ParameterizedTest
    @CsvSource({"'', pytorch", "--dialect=old, old"})
    void scheduleWhenTableIsGivenSendsIt(String option, String dialect) throws IOException {
        server.on("POST /jobs/j1/schedule", json(202, "{\"schedule\": \"csv\", \"fromStep\": 7}"));
        Path csv = Files.writeString(folder.resolve("table.csv"), "0F0,0B0\n");

        Outcome outcome = option.isEmpty()
                ? ask("schedule", "j1", "--csv", csv.toString())
                : ask("schedule", "j1", "--csv", csv.toString(), option);

        assertThat(outcome.out().lines()).containsExactly("csv from step 7");
        assertThat(body().at("/schedule/csv").asString()).isEqualTo("0F0,0B0\n");
        assertThat(body().at("/schedule/dialect").asString()).isEqualTo(dialect);
    }

    @Test
    void scheduleWhenTheMapDoesNotAllowItSaysWhyAndExitsWithTwo() {
        server.on("POST /jobs/j1/schedule", json(409, CONFLICT));

        Outcome outcome = ask("schedule", "j1", "zb-v");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("refused (409): zb-v needs stages on ranks [0, 1, 1, 0]");
    }

    @Test
    void scheduleWhenTableIsMissingSaysSo() {
        assertThat(ask("schedule", "j1", "--csv", "nowhere.csv").err()).contains("there is no table nowhere.csv");
    }

    @Test
    void scheduleWhenNameAndTableAreGivenExitsWithTwo() {
        assertThat(ask("schedule", "j1", "zb-h1", "--csv", "a.csv").exitCode()).isEqualTo(2);
    }

    private JsonNode body() {
        return Json.MAPPER.readTree(
                server.requests("POST /jobs/j1/schedule").getFirst().body());
    }

    private Outcome ask(String... arguments) {
        Stream<String> where = Stream.of("--server", server.uri().toString());
        return Commands.run(Stream.concat(Stream.of(arguments), where).toArray(String[]::new));
    }
}
