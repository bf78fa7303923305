package io.penstock.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** An orchestrator and four workers as separate processes: jobs over REST, meters, bad input, strangers on the ports. */
class ClusterIT {

    private static final Duration RUN = Duration.ofMinutes(3);

    @TempDir
    static Path folder;

    private static Cluster cluster;

    @BeforeAll
    static void start() throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.copy(Checkout.home().resolve("examples/data/digits.csv.gz"), data.resolve("digits.csv.gz"));
        writeBadFiles(data);
        cluster = Cluster.start(Files.createDirectories(folder.resolve("state")), data, "--penstock.local-workers=4");
    }

    private static void writeBadFiles(Path data) throws IOException {
        byte[] digits = Files.readAllBytes(data.resolve("digits.csv.gz"));
        byte[] corrupt = digits.clone();
        corrupt[corrupt.length / 2] ^= 0x55;
        Files.write(data.resolve("corrupt.csv.gz"), corrupt);
        gzip(data.resolve("label.csv.gz"), "0,".repeat(64) + "10\n");
        gzip(data.resolve("nan.csv.gz"), "NaN," + "0,".repeat(63) + "1\n");
    }

    private static void gzip(Path file, String badLine) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(("1," + "0,".repeat(63) + "1\n").repeat(99).getBytes());
            out.write(badLine.getBytes());
        }
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void jobWhenRunLearnsTheDigitsAndShowsItsBubble() {
        String id = cluster.submit(Jobs.digits(4, "\"epochs\": 40"));
        cluster.awaitStep(id, 30);
        JsonNode running = cluster.job(id);
        assertThat(running.get("bubble").get("makespan").asDouble()).isBetween(0.0, 1.0);
        assertThat(cluster.metrics())
                .contains("penstock_bubble_ratio{", "definition=\"makespan\"", "definition=\"span\"")
                .contains("penstock_bubble_predicted_ratio{", "penstock_loss{", "penstock_step_duration_seconds");
        JsonNode worker =
                cluster.worker(running.get("workers").get(1).get("worker").asString());
        assertThat(cluster.metrics(worker))
                .contains("penstock_worker_busy_seconds_total{", "action=\"forward\"", "cause=\"wait_gradient\"")
                .contains("penstock_tensor_sent_bytes_total{", "penstock_tensor_transfer_seconds");

        JsonNode job = cluster.awaitEnd(id, RUN);

        assertThat(job.get("state").asString()).as("%s", job).isEqualTo("SUCCEEDED");
        assertThat(job.get("validationAccuracy").asDouble()).isGreaterThanOrEqualTo(0.94);
        JsonNode rows = cluster.json("/jobs/" + id + "/metrics?from=1&to=5000");
        assertThat(rows.get(rows.size() - 1).get("loss").asDouble())
                .isLessThan(rows.get(0).get("loss").asDouble() / 5);
        for (JsonNode share : rows.get(10).get("workers")) {
            double booked = sum(share.get("busySeconds")) + sum(share.get("idleSeconds"));
            double wall = share.get("wallSeconds").asDouble();
            assertThat(Math.abs(booked - wall)).isLessThanOrEqualTo(0.02 * wall);
        }
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(cluster.metrics()).doesNotContain("job=\"" + id + "\""));
    }

    private static double sum(JsonNode seconds) {
        return seconds.valueStream().mapToDouble(JsonNode::asDouble).sum();
    }

    @Test
    void jobWhenScheduleChangesExecutesTheNewTableWithTheSameLosses() {
        String length = "\"steps\": 400";
        String steady = cluster.submit(Jobs.digits(4, length));
        JsonNode expected = losses(steady);
        String id = cluster.submit(Jobs.digits(4, length));
        cluster.awaitStep(id, 3);

        HttpResponse<String> answer = cluster.post("/jobs/" + id + "/schedule", "{\"schedule\": \"zb-h1\"}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        long from = JsonMapper.shared().readTree(answer.body()).get("fromStep").asLong();
        assertThat(losses(id)).isEqualTo(expected);
        assertThat(actions(cluster.timeline(id, 1))).contains("0B0").doesNotContain("0I0");
        JsonNode after = cluster.timeline(id, from + 16);
        assertThat(after.get("step").asLong()).isGreaterThanOrEqualTo(from);
        assertThat(actions(after)).contains("0I0", "0W0").doesNotContain("0B0");
    }

    private static JsonNode losses(String id) {
        JsonNode job = cluster.awaitEnd(id, RUN);
        assertThat(job.get("state").asString()).as("%s", job).isEqualTo("SUCCEEDED");
        ArrayNode losses = JsonMapper.shared().createArrayNode();
        cluster.json("/jobs/" + id + "/metrics").forEach(row -> losses.add(row.get("loss")));
        assertThat(losses).hasSize(400);
        return losses;
    }

    /** What rank 0 measured. */
    private static List<String> actions(JsonNode timeline) {
        return timeline.get("measured")
                .get(0)
                .valueStream()
                .map(span -> span.get("action").asString())
                .toList();
    }

    @Test
    void jobWhenStoppedEndsAndFreesItsWorkers() {
        String id = cluster.submit(Jobs.endless(4));
        cluster.awaitStep(id, 3);

        assertThat(cluster.post("/jobs/" + id + "/stop", "").statusCode()).isBetween(200, 202);

        assertThat(cluster.awaitEnd(id, Duration.ofSeconds(10)).get("state").asString())
                .isEqualTo("STOPPED");
        String next = cluster.submit(Jobs.digits(4, "\"steps\": 5"));
        assertThat(cluster.awaitEnd(next, RUN).get("state").asString()).isEqualTo("SUCCEEDED");
    }

    @Test
    void modelWhenTrainedOnFourRanksIsThatOfOneAndIsGoneOnFrom() throws IOException {
        String one = succeeded(Jobs.digits(1, "\"steps\": 20"));
        String four = succeeded(Jobs.digits(4, "\"steps\": 20"));
        assertThat(model(four)).hasSameBinaryContentAs(model(one));
        assertThat(cluster.json("/jobs/" + four + "/model").get("files")).hasSize(2);
        assertThat(cluster.json("/jobs/" + four + "/model/config.json").get("hiddenSizes"))
                .hasSize(3);

        String again = succeeded(goingOn(".penstock-models/" + four).replace("0.003", "1e-30"));

        assertThat(model(again)).hasSameBinaryContentAs(model(one));
    }

    @Test
    void jobWhenItsCheckpointIsCorruptFailsWithFieldAndReason() throws IOException {
        String id = succeeded(Jobs.digits(1, "\"steps\": 1"));
        Path torn = Files.createDirectories(folder.resolve("data/torn"));
        Files.copy(model(id).resolveSibling("config.json"), torn.resolve("config.json"));
        byte[] bytes = Files.readAllBytes(model(id));
        Files.write(torn.resolve("model.safetensors"), Arrays.copyOf(bytes, bytes.length - 4));

        JsonNode job = cluster.awaitEnd(cluster.submit(goingOn("torn")), RUN);

        assertThat(job.get("state").asString()).isEqualTo("FAILED");
        assertThat(job.get("errors").get(0).get("pointer").asString()).isEqualTo("/model/from");
        assertThat(job.get("reason").asString()).contains("model.safetensors", "restore");
    }

    private static String goingOn(String from) {
        return Jobs.digits(2, "\"steps\": 1")
                .replaceFirst("\"model\": .*", "\"model\": {\"from\": \"%s\"},".formatted(from));
    }

    private static String succeeded(String body) {
        String id = cluster.submit(body);
        JsonNode job = cluster.awaitEnd(id, RUN);
        assertThat(job.get("state").asString()).as("%s", job).isEqualTo("SUCCEEDED");
        return id;
    }

    private static Path model(String id) {
        return folder.resolve("data/.penstock-models/%s/model.safetensors".formatted(id));
    }

    @ParameterizedTest
    @CsvSource({
        "corrupt.csv.gz, /data/path, corrupt",
        "label.csv.gz, , 10",
        "nan.csv.gz, /data/path, NaN",
    })
    void jobWhenItsDataIsBadFailsWithFieldAndFix(String file, String pointer, String said) {
        JsonNode job = cluster.awaitEnd(cluster.submit(Jobs.csv(file)), RUN);

        assertThat(job.get("state").asString()).isEqualTo("FAILED");
        assertThat(job.get("reason").asString()).contains(file);
        JsonNode error = job.get("errors").get(0);
        assertThat(error.get("detail").asString()).contains(said);
        if (pointer != null) {
            assertThat(error.get("pointer").asString()).isEqualTo(pointer);
        }
        String next = cluster.submit(Jobs.digits(2, "\"steps\": 3"));
        assertThat(cluster.awaitEnd(next, RUN).get("state").asString()).isEqualTo("SUCCEEDED");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "digits.csv.gz | ../digits.csv.gz | /data/path",
                "digits.csv.gz | missing.csv | /data/path",
                "1f1b | 2f2b | /parallelism/schedule",
                "\"pipeline\": 2 | \"pipeline\": 9 | /parallelism/pipeline",
                "\"seed\" | \"sede\" | /training/sede",
                "\"seed\": 7 | \"seed\": \"7\" | /training/seed",
            })
    void jobWhenImpossibleIsRefusedWithTheField(String old, String bad, String pointer) {
        HttpResponse<String> response =
                cluster.post("/jobs", Jobs.digits(2, "\"epochs\": 1").replace(old, bad));

        assertThat(response.statusCode()).as(response.body()).isBetween(400, 499);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.body()).contains("\"pointer\":\"" + pointer + "\"");
    }

    @Test
    void jobWhenTooLargeIs413AndTheServerGoesOn() {
        assertThat(cluster.post("/jobs", " ".repeat(1 << 21)).statusCode()).isEqualTo(413);
        assertThat(cluster.post("/jobs", "{\"a\":".repeat(100_000)).statusCode())
                .isEqualTo(400);
        assertThat(cluster.post("/jobs", "{").statusCode()).isEqualTo(400);
        assertThat(cluster.get("/version").statusCode()).isEqualTo(200);
    }

    @Test
    void jobWhenStrangersKnockOnTheTensorPortGoesOn() throws Exception {
        String id = cluster.submit(Jobs.endless(4));
        cluster.awaitStep(id, 3);
        String name = cluster.job(id).get("workers").get(2).get("worker").asString();
        int port = cluster.worker(name).get("tensorPort").asInt();
        byte[] magicOnly = "PNST".getBytes();
        byte[] hugeLength = ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(magicOnly)
                .putShort((short) 1)
                .put((byte) 1)
                .put((byte) 0)
                .putLong(Long.MAX_VALUE)
                .array();

        Path log = folder.resolve("state/log/" + name + ".log");
        long closedBefore = closings(log);

        assertClosed(port, "GET / HTTP/1.1\r\n\r\n".getBytes());
        assertClosed(port, hugeLength);
        assertClosed(port, magicOnly);

        await().atMost(Duration.ofSeconds(5)).until(() -> closings(log) - closedBefore == 3);
        long step = cluster.job(id).get("progress").get("step").asLong();
        cluster.awaitStep(id, step + 5);
        assertThat(closings(log) - closedBefore).isEqualTo(3);
        cluster.post("/jobs/" + id + "/stop", "");
        assertThat(cluster.awaitEnd(id, Duration.ofSeconds(10)).get("state").asString())
                .isEqualTo("STOPPED");
    }

    private static long closings(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("closed /127.0.0.1")).count();
        }
    }

    /** A stranger without a hello is closed at the handshake deadline at the latest. */
    private static void assertClosed(int port, byte[] bytes) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(15_000);
            socket.getOutputStream().write(bytes);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }
}
