package io.penstock.orchestrator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class TimelineApiTest extends ApiWithWorkers {

    private static final long HOUR = 3_600_000_000_000L;

    /** With 2 micro-batches a step lasts 10, of which each rank computes 6. */
    private static final PipelineCosts COSTS =
            new PipelineCosts(Collections.nCopies(2, new StageCosts(1, 1, 1)), Link.latency(0.5));

    @Test
    void timelineWhenClocksDifferIsOnOneClockBesideItsPrediction() {
        String id = run(40);
        JsonNode timeline = vendor("/jobs/" + id + "/timeline");
        assertThat(timeline.get("step").asLong()).isEqualTo(33);
        assertThat(timeline.get("schedule").asString()).isEqualTo("1f1b");
        assertThat(timeline.get("recordedSteps").toString()).isEqualTo("[1,2,3,4,17,33]");
        assertThat(actions(timeline.get("measured").get(1))).containsExactly("1F0", "1B0", "1F1", "1B1");
        assertThat(timeline.get("predicted")).hasSize(2);
        for (int rank = 0; rank < 2; rank++) {
            for (int i = 0; i < 4; i++) {
                JsonNode measured = timeline.get("measured").get(rank).get(i);
                JsonNode predicted = timeline.get("predicted").get(rank).get(i);
                assertThat(measured.get("action")).isEqualTo(predicted.get("action"));
                assertThat(measured.get("start").asDouble())
                        .isCloseTo(predicted.get("start").asDouble(), within(0.01));
                assertThat(measured.get("end").asDouble())
                        .isCloseTo(predicted.get("end").asDouble(), within(0.01));
            }
        }
        assertThat(timeline.get("measured").get(0).get(0).get("start").asDouble())
                .isZero();
        assertThat(timeline.get("transfers"))
                .hasSize(4)
                .allSatisfy(way -> assertThat(way.get("arrival").asDouble()
                                - way.get("departure").asDouble())
                        .isCloseTo(0.5, within(0.01)));
        double bubble = timeline.get("predictedBubble").get("makespan").asDouble();
        assertThat(bubble).isCloseTo(1 - 12.0 / (2 * 10), within(0.001));
        assertThat(timeline.get("measuredBubble").get("makespan").asDouble()).isCloseTo(bubble, within(0.001));
    }

    @Test
    void timelineWhenStepIsNotRecordedAnswersTheNearest() {
        String id = run(20);
        assertThat(step(id, 1)).isEqualTo(1);
        assertThat(step(id, 3)).isEqualTo(3);
        assertThat(step(id, 9)).isEqualTo(4);
        assertThat(step(id, 11)).isEqualTo(17);
        assertThat(step(id, 1_000_000)).isEqualTo(17);
        assertThat(api.get("/jobs/" + id + "/timeline?step=0").status()).isEqualTo(400);
    }

    @Test
    void timelineWhenJobIsLongKeepsTheFirstAndTheNewest() {
        String id = run(1700);
        JsonNode numbers = vendor("/jobs/" + id + "/timeline").get("recordedSteps");
        assertThat(numbers).hasSize(4 + 60);
        assertThat(numbers.get(3).asLong()).isEqualTo(4);
        assertThat(numbers.get(4).asLong()).isEqualTo(1697 - 59 * 16);
        assertThat(numbers.get(63).asLong()).isEqualTo(1697);
        assertThat(api.delete("/jobs/" + id).status()).isEqualTo(204);
        assertThat(api.get("/jobs/" + id + "/timeline").status()).isEqualTo(404);
    }

    @Test
    void traceWhenOpenedHasAnArrowForEachTensor() {
        String id = run(4);
        JsonNode trace = api.get("/jobs/" + id + "/timeline?step=2", "Accept", "application/json")
                .json();
        List<JsonNode> events = trace.get("traceEvents").valueStream().toList();
        assertThat(events.stream().filter(event -> phase(event).equals("X"))).hasSize(2 * 8);
        assertThat(events.stream()
                        .filter(event -> event.get("name").asString().equals("process_name"))
                        .map(event -> event.get("args").get("name").asString()))
                .containsExactly("rank 0, w-0", "rank 0, w-0, predicted", "rank 1, w-1", "rank 1, w-1, predicted");
        List<JsonNode> starts =
                events.stream().filter(event -> phase(event).equals("s")).toList();
        assertThat(starts).hasSize(2 * 4);
        for (JsonNode start : starts) {
            JsonNode finish = events.stream()
                    .filter(event -> phase(event).equals("f") && event.get("id").equals(start.get("id")))
                    .reduce((first, second) -> {
                        throw new AssertionError("two arrows are " + first.get("id"));
                    })
                    .orElseThrow();
            assertThat(finish.get("bp").asString()).isEqualTo("e");
            assertThat(around(events, start)).isTrue();
            assertThat(around(events, finish)).isTrue();
            assertThat(finish.get("ts").asDouble() - start.get("ts").asDouble()).isGreaterThan(0.49e6);
        }
    }

    @Test
    void timelineWhenNothingIsRecordedYetIsAConflict() {
        String id = submit(JobText.of(4));
        Api.Answer answer = api.get("/jobs/" + id + "/timeline");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("not_recorded");
        assertThat(answer.json().get("detail").asString()).contains("it is PENDING, ask again");
        api.post("/jobs/" + id + "/stop", "");
        assertThat(api.get("/jobs/" + id + "/timeline").status()).isEqualTo(404);
        assertThat(api.get("/jobs/unknown/timeline").code()).isEqualTo("job_unknown");
        api.delete("/jobs/" + id);
    }

    @Test
    void timelineWhenAStepIsTooLargeSaysSo() {
        worker(Script.good(2));
        String body = JobText.parallel("{\"schedule\": \"zb-h1\", \"microBatches\": 4000}")
                .replace("\"batchSize\": 8", "\"batchSize\": 4000");
        String id = submit(body);
        awaitState(id, "SUCCEEDED");
        Api.Answer answer = api.get("/jobs/" + id + "/timeline");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("detail").asString())
                .contains("has 12000 actions: steps of more than 20000, or 10000");
    }

    private String run(long steps) {
        worker(Script.good(steps).costing(COSTS));
        worker(Script.good(steps).costing(COSTS).skewed(HOUR));
        String id = submit(JobText.of(2));
        awaitState(id, "SUCCEEDED");
        return id;
    }

    private long step(String id, long wanted) {
        return vendor("/jobs/" + id + "/timeline?step=" + wanted).get("step").asLong();
    }

    private JsonNode vendor(String path) {
        Api.Answer answer = api.get(path, "Accept", TimelineView.MEDIA_TYPE);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200);
        return answer.json();
    }

    private static List<String> actions(JsonNode rank) {
        return rank.valueStream().map(it -> it.get("action").asString()).toList();
    }

    private static String phase(JsonNode event) {
        return event.get("ph").asString();
    }

    /** True if an action of the same process is on at that moment. */
    private static boolean around(List<JsonNode> events, JsonNode end) {
        double moment = end.get("ts").asDouble();
        return events.stream()
                .filter(event -> phase(event).equals("X") && event.get("pid").equals(end.get("pid")))
                .anyMatch(event -> event.get("ts").asDouble() <= moment
                        && moment
                                <= event.get("ts").asDouble() + event.get("dur").asDouble());
    }
}
