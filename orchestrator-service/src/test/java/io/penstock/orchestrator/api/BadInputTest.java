package io.penstock.orchestrator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.orchestrator.OrchestratorTest;
import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.JobText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Whatever is sent, the answer is a problem that helps, and the server goes on. */
@OrchestratorTest
class BadInputTest {

    private static final int MEBIBYTE = 1 << 20;

    @LocalServerPort
    private int port;

    private Api api;

    @BeforeEach
    void dial() {
        api = new Api(port);
    }

    @AfterEach
    void serverGoesOn() {
        assertThat(api.get("/version").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "inputSize": 4, "hiddenSizes" | "inputSize": "four", "hiddenSizes" | /model/inputSize
                    "name": "test"                | "name": "test", "colour": "red"    | /colour
                    "schedule": "1f1b"            | "schedule": "2f2b"                 | /parallelism/schedule
                    "pipeline": 2                 | "pipeline": 9                      | /parallelism/pipeline
                    "type": "sgd"                 | "type": "magic"                    | /training/optimizer/type
                    "batchSize": 8                | "batchSize": 1e400                 | /training/batchSize
                    "microBatches": 2             | "microBatches": 0                  | /parallelism/microBatches
                    "microBatches": 2             | "chunks": 4                        | /parallelism/chunks
                    "microBatches": 2             | "layers": [3, 3]                   | /parallelism/layers
                    "microBatches": 2             | "layers": [7]                      | /parallelism/layers
                    "microBatches": 2             | "layers": [-1, 8]                  | /parallelism/layers
                    "schedule": "1f1b"            | "schedule": "zb-v", "chunks": 3    | /parallelism/chunks
                    "schedule": "1f1b"            | "schedule": {"csv": "0Q0"}         | /parallelism/schedule/csv
                    "schedule": "1f1b"            | "schedule": {"csv": ""}            | /parallelism/schedule/csv
                    "loss": "cross_entropy"       | "loss": null                       | /training/loss
                    """)
    void postWhenFieldIsWrongPointsAtIt(String good, String bad, String pointer) {
        String body = JobText.of(2);
        assertThat(body).contains(good);
        Api.Answer answer = api.post("/jobs", body.replace(good, bad));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.code()).isEqualTo("job_refused");
        assertThat(answer.contentType()).startsWith("application/problem+json");
        assertThat(answer.json()
                        .get("errors")
                        .valueStream()
                        .map(error -> error.get("pointer").asString()))
                .contains(pointer);
        assertThat(api.post("/plans", body.replace(good, bad)).status()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource({
        "missing.csv, no readable file",
        "../../../pom.xml, leaves the data root",
        "/etc/passwd, leaves the data root"
    })
    void postWhenPathIsBadSaysWhy(String path, String why) {
        String csv = "{\"type\": \"csv\", \"path\": \"%s\", \"labelColumn\": 4}".formatted(path);
        Api.Answer answer = api.post("/jobs", JobText.of(2).replaceAll("\\{\"type\": \"synthetic\"[^}]*}", csv));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().get("errors").get(0).get("pointer").asString()).isEqualTo("/data/path");
        assertThat(answer.json().get("errors").get(0).get("detail").asString()).contains(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "nonsense", "{\"name\": \"a\"", "{} {}", "\u0000", "{\"a\": NaN}"})
    void postWhenBodyIsNoJsonIsRefused(String body) {
        Api.Answer answer = api.post("/jobs", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("malformed_json");
    }

    @Test
    void postWhenBodyIsDeeplyNestedIsRefused() {
        Api.Answer answer = api.post("/jobs", "[".repeat(100_000));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("detail").asString()).contains("nested deeper");
    }

    @Test
    void postWhenBodyIsTooLargeIsRefusedEvenWithoutALength() {
        byte[] body = new byte[MEBIBYTE + 1];
        assertThat(api.post("/jobs", new String(body, StandardCharsets.US_ASCII))
                        .status())
                .isEqualTo(413);
        Api.Answer chunked = api.send(api.request("/plans")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
        assertThat(chunked.status()).isEqualTo(413);
        assertThat(chunked.code()).isEqualTo("body_too_large");
    }

    @Test
    void postWhenBodyNeverEndsIsGivenUp() throws IOException {
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST /jobs HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 1000\r\n\r\n{\"name\"")
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            socket.setSoTimeout(15_000);
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .doesNotContain(" 500 ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /nowhere, 404, not_found",
        "GET, /jobs/unknown, 404, job_unknown",
        "GET, /jobs/unknown/events, 404, job_unknown",
        "GET, /jobs/unknown/metrics, 404, job_unknown",
        "POST, /jobs/unknown/stop, 404, job_unknown",
        "DELETE, /jobs/unknown, 404, job_unknown",
        "PUT, /jobs, 405, method_not_allowed",
        "GET, /jobs?limit=0, 400, bad_parameter",
        "GET, /jobs?limit=many, 400, bad_request",
        "GET, /jobs/unknown/metrics?from=-1, 400, bad_parameter"
    })
    void requestWhenItMakesNoSenseIsAProblem(String method, String path, int status, String code) {
        Api.Answer answer = api.send(api.request(path).method(method, HttpRequest.BodyPublishers.noBody()));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.json().get("errors").isArray()).isTrue();
        assertThat(answer.contentType()).startsWith("application/problem+json");
    }

    @Test
    void requestWhenMediaTypeIsNotOursIsAProblem() {
        assertThat(api.get("/jobs", "Accept", "image/png").status()).isEqualTo(406);
        assertThat(api.get("/jobs", "Accept", "image/png").code()).isEqualTo("not_acceptable");
        Api.Answer form = api.send(api.request("/jobs")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("a=b")));
        assertThat(form.status()).isEqualTo(415);
        assertThat(form.code()).isEqualTo("unsupported_media_type");
    }

    @Test
    void eventsWhenOnlyAStreamIsAcceptedStillAreAProblemForAnUnknownJob() {
        Api.Answer answer = api.get("/jobs/unknown/events", "Accept", "text/event-stream");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("job_unknown");
    }
}
