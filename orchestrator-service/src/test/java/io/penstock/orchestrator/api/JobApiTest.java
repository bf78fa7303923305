package io.penstock.orchestrator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JobApiTest extends ApiWithWorkers {

    @Test
    void postWhenJobIsGoodIsAcceptedAndTrained() {
        workers(2, Script.good(30));
        Api.Answer accepted = api.post("/jobs", JobText.of(2));
        assertThat(accepted.status()).isEqualTo(202);
        String id = accepted.json().get("id").asString();
        assertThat(accepted.raw().headers().firstValue("Location")).hasValue("/jobs/" + id);
        JsonNode job = awaitState(id, "SUCCEEDED");
        assertThat(job.get("progress").get("step").asLong()).isEqualTo(30);
        assertThat(job.get("validationAccuracy").asDouble()).isEqualTo(0.75);
        assertThat(job.get("bubble").get("makespan").asDouble()).isBetween(0.0, 1.0);
        assertThat(job.get("workers").get(1).get("layers").get(0).get("to").asInt())
                .isEqualTo(7);
        assertThat(job.get("spec").get("parallelism").get("schedule").asString())
                .isEqualTo("1f1b");
        assertThat(job.has("errors")).isFalse();
    }

    @Test
    void getWhenNothingIsMeasuredYetShowsNoNumbers() {
        JsonNode job = api.post("/jobs", JobText.of(3)).json();
        assertThat(job.get("state").asString()).isEqualTo("PENDING");
        for (String field : List.of("loss", "progress", "bubble", "samplesPerSecond", "validationLoss", "startedAt")) {
            assertThat(job.has(field)).as(field).isFalse();
        }
        stopAndDelete(job.get("id").asString());
    }

    @Test
    void postWhenKeyIsRepeatedFindsTheSameJob() {
        String body = JobText.of(2);
        String id = api.post("/jobs", body, "Idempotency-Key", "k1")
                .json()
                .get("id")
                .asString();
        assertThat(api.post("/jobs", body, "Idempotency-Key", "k1")
                        .json()
                        .get("id")
                        .asString())
                .isEqualTo(id);
        Api.Answer other = api.post("/jobs", JobText.of(1), "Idempotency-Key", "k1");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("conflict");
        stopAndDelete(id);
    }

    @Test
    void postWhenIdIsRepeatedFindsTheSameJob() {
        String body = JobText.of(2, "\"id\": \"mine\",");
        assertThat(submit(body)).isEqualTo("mine");
        assertThat(api.post("/jobs", body).status()).isEqualTo(202);
        assertThat(api.post("/jobs", JobText.of(1, "\"id\": \"mine\",")).status())
                .isEqualTo(409);
        stopAndDelete("mine");
    }

    @Test
    void deleteWhenJobRunsIsRefused() {
        String id = submit(JobText.of(4));
        assertThat(api.delete("/jobs/" + id).status()).isEqualTo(409);
        stopAndDelete(id);
        assertThat(api.get("/jobs/" + id).status()).isEqualTo(404);
    }

    @Test
    void listWhenPagedShowsEveryJobOnce() {
        List<String> ids = Stream.generate(() -> api.post("/jobs", JobText.of(4)))
                .limit(3)
                .map(answer -> answer.json().get("id").asString())
                .toList();
        List<String> seen = new ArrayList<>();
        JsonNode page = api.get("/jobs?limit=2").json();
        while (true) {
            page.get("jobs").forEach(job -> seen.add(job.get("id").asString()));
            if (!page.has("next")) {
                break;
            }
            page = api.get("/jobs?limit=2&skip=" + page.get("next").asInt()).json();
        }
        assertThat(seen).doesNotHaveDuplicates().containsAll(ids);
        ids.forEach(this::stopAndDelete);
    }

    @Test
    void metricsWhenRangeIsGivenReturnsItsRows() {
        workers(1, Script.good(10));
        String id = submit(JobText.of(1));
        awaitState(id, "SUCCEEDED");
        JsonNode rows = api.get("/jobs/" + id + "/metrics?from=3&to=5").json();
        assertThat(rows).hasSize(3);
        assertThat(rows.get(0).get("step").asLong()).isEqualTo(3);
        assertThat(rows.get(0).get("loss").asDouble()).isEqualTo(1.0 / 3);
        assertThat(rows.get(0).get("samplesPerSecond").asDouble()
                        * rows.get(0).get("seconds").asDouble())
                .isCloseTo(8, within(1e-9));
    }

    @Test
    void metricsWhenEveryIsGivenSkipsWhatLiesBetween() {
        workers(1, Script.good(10));
        String id = submit(JobText.of(1));
        awaitState(id, "SUCCEEDED");
        JsonNode rows = api.get("/jobs/" + id + "/metrics?from=2&every=3").json();
        assertThat(rows.values()).extracting(row -> row.get("step").asLong()).containsExactly(2L, 5L, 8L);
        assertThat(api.get("/jobs/" + id + "/metrics?every=0").status()).isEqualTo(400);
    }

    @Test
    void scheduleWhenJobIsPlannedIsCsvOrJson() {
        String waiting = submit(JobText.of(4));
        assertThat(api.get("/jobs/" + waiting + "/schedule").status()).isEqualTo(409);
        stopAndDelete(waiting);
        workers(2, Script.good(2));
        String id = submit(JobText.of(2));
        awaitState(id, "SUCCEEDED");
        Api.Answer csv = api.get("/jobs/" + id + "/schedule", "Accept", "text/csv");
        assertThat(csv.raw().body().lines()).hasSize(2).first().asString().startsWith("0F0,");
        JsonNode json = api.get("/jobs/" + id + "/schedule", "Accept", "application/json")
                .json();
        assertThat(json.get("actions").get(0).get(0).asString()).isEqualTo("0F0");
    }

    @Test
    void postWhenScheduleIsATableRunsIt() {
        workers(2, Script.good(6));
        String table = "{\"csv\": \"0F0,0F1,0B0,0B1\\n1F0,1B0,1F1,1I1,1W1\"}";
        String body = JobText.parallel("{\"pipeline\": 2, \"schedule\": %s}".formatted(table));
        String id = submit(body);
        JsonNode job = awaitState(id, "SUCCEEDED");
        assertThat(job.get("spec").get("parallelism").get("schedule").get("csv").asString())
                .startsWith("0F0,0F1");
        assertThat(api.get("/jobs/" + id + "/schedule", "Accept", "text/csv")
                        .raw()
                        .body())
                .contains("1SEND_B0,1F1,1I1,1SEND_B1,1W1");
    }

    @Test
    void postWhenTableIsIllegalMarksTheCell() {
        String table = "{\"csv\": \"0F0,0F1,0B0,0B1\\n1F0,1F1,1W1,1I1,1B0\"}";
        Api.Answer answer = api.post("/jobs", JobText.parallel("{\"pipeline\": 2, \"schedule\": %s}".formatted(table)));
        assertThat(answer.status()).isEqualTo(422);
        JsonNode error = answer.json().get("errors").get(0);
        assertThat(error.get("pointer").asString()).isEqualTo("/parallelism/schedule/csv");
        assertThat(error.get("detail").asString()).contains("1W1) for 1I1 (rule: no rank waits for ever)", ">>1W1<<");
    }

    @Test
    void eventsWhenWatchedFromTheStartShowEveryStepAndTheEnd() {
        String id = submit(JobText.of(2));
        try (Stream<String> lines = api.lines("/jobs/" + id + "/events", "Accept", "text/event-stream")) {
            workers(2, Script.good(25));
            List<String> all = lines.toList();
            assertThat(all.stream().filter("event: step"::equals)).hasSize(25);
            assertThat(all.stream().filter("event: evaluation"::equals)).hasSize(1);
            JsonNode last = new JsonMapper()
                    .readTree(all.stream()
                            .filter(line -> line.startsWith("data: "))
                            .toList()
                            .getLast()
                            .substring(6));
            assertThat(last.get("state").asString()).isEqualTo("SUCCEEDED");
        }
    }

    @Test
    void eventsWhenResumedSendWhatWasMissedOnce() {
        workers(1, Script.good(20));
        String id = submit(JobText.of(1));
        awaitState(id, "SUCCEEDED");
        try (Stream<String> lines = api.lines("/jobs/" + id + "/events", "Last-Event-ID", "4-15")) {
            assertThat(lines.filter(line -> line.startsWith("id: ")))
                    .containsExactly("id: 4-16", "id: 4-17", "id: 4-18", "id: 4-19", "id: 4-20", "id: 5-20");
        }
        assertThat(api.get("/jobs/" + id + "/events", "Last-Event-ID", "x").status())
                .isEqualTo(400);
    }

    @Test
    void workersWhenConnectedAreListedWithTheirJob() {
        workers(2, Script.good(1_000_000).slow(5));
        String id = submit(JobText.of(2));
        awaitState(id, "RUNNING");
        assertThat(workers("BUSY")).isEqualTo(2);
        assertThat(api.post("/jobs/" + id + "/stop", "").status()).isEqualTo(202);
        awaitState(id, "STOPPED");
        await().atMost(PATIENCE).until(() -> workers("IDLE") == 2);
    }
}
