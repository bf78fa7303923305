package io.penstock.orchestrator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ScheduleApiTest extends ApiWithWorkers {

    @Test
    void postWhenJobRunsChangesItsScheduleAndTellsWatchers() {
        String id = run();
        Stream<String> events = api.lines("/jobs/" + id + "/events", "Accept", "text/event-stream");
        Api.Answer answer = change(id, "{\"schedule\": \"gpipe\"}");
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.json().get("schedule").asString()).isEqualTo("gpipe");
        long from = answer.json().get("fromStep").asLong();
        assertThat(from).isPositive();
        JsonNode job = api.get("/jobs/" + id).json();
        assertThat(job.get("schedule").asString()).isEqualTo("gpipe");
        assertThat(job.get("state").asString()).isEqualTo("RUNNING");
        assertThat(api.get("/jobs/" + id + "/schedule", "Accept", "text/csv")
                        .raw()
                        .body())
                .startsWith("0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0");
        Api.Answer own = change(id, "{\"schedule\": {\"csv\": \"0F0,0B0,0F1,0B1\\n1F0,1B0,1F1,1B1\"}}");
        assertThat(own.status()).isEqualTo(202);
        assertThat(own.json().get("schedule").asString()).isEqualTo("csv");
        assertThat(change(id, "{\"schedule\": \"auto\"}").status()).isEqualTo(202);
        api.post("/jobs/" + id + "/stop", "");
        assertThat(events.dropWhile(line -> !line.equals("event: schedule")).skip(1))
                .first()
                .isEqualTo("data: {\"job\":\"%s\",\"schedule\":\"gpipe\",\"fromStep\":%d}".formatted(id, from));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"schedule": "zb-v"}                                     | 409 | conflict
                    {"schedule": "interleaved-1f1b"}                         | 202 |
                    {"schedule": {"csv": "0F0,0B0\\n1F0,1B0"}}               | 409 | conflict
                    {"schedule": {"csv": "0F0,0B0\\n1B0,1F0"}}               | 422 | job_refused
                    {"schedule": "fastest"}                                  | 422 | job_refused
                    {"schedule": "gpipe", "soon": true}                      | 422 | job_refused
                    {}                                                       | 422 | job_refused
                    nonsense                                                 | 400 | malformed_json
                    """)
    void postWhenScheduleDoesNotFitSaysWhy(String body, int status, String code) {
        String id = run();
        Api.Answer answer = change(id, body);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(status);
        if (code != null) {
            assertThat(answer.code()).isEqualTo(code);
        }
        api.post("/jobs/" + id + "/stop", "");
    }

    @Test
    void postWhenJobDoesNotRunIsAConflict() {
        String id = submit(JobText.of(4));
        Api.Answer answer = change(id, "{\"schedule\": \"gpipe\"}");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.json().get("detail").asString())
                .isEqualTo("job %s is PENDING: only the schedule of a running job can change".formatted(id));
        assertThat(change("unknown", "{\"schedule\": \"gpipe\"}").status()).isEqualTo(404);
        stopAndDelete(id);
    }

    private Api.Answer change(String id, String body) {
        return api.post("/jobs/" + id + "/schedule", body);
    }

    private String run() {
        workers(2, Script.good(100_000).slow(5));
        String id = submit(JobText.of(2));
        await().atMost(PATIENCE)
                .until(() -> !api.get("/jobs/" + id + "/metrics?to=1").json().isEmpty());
        return id;
    }
}
