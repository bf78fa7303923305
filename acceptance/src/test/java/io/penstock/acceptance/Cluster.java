package io.penstock.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real orchestrator process and its local workers, spoken to over HTTP. */
final class Cluster implements AutoCloseable {

    static final Duration START = Duration.ofSeconds(120);
    private static final Duration CALL = Duration.ofSeconds(20);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Process process;
    private final JsonNode ports;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(CALL).build();

    private Cluster(Process process, JsonNode ports) {
        this.process = process;
        this.ports = ports;
    }

    /** @param dataRoot the folder that jobs may name files in */
    static Cluster start(Path state, Path dataRoot, String... properties) {
        Path portFile = state.resolve("ports.json");
        List<String> command = new ArrayList<>(List.of(
                Checkout.java(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                Checkout.app("orchestrator-service").toString(),
                "--server.port=0",
                "--management.server.port=0",
                "--penstock.exit-on-stdin-close=true",
                "--penstock.state-directory=" + state,
                "--penstock.data-root=" + dataRoot,
                "--penstock.port-file=" + portFile));
        command.addAll(List.of(properties));
        if (Stream.of(properties).noneMatch(property -> property.startsWith("--penstock.control.port="))) {
            command.add("--penstock.control.port=0");
        }
        try {
            Files.deleteIfExists(portFile);
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(state.resolve("orchestrator.log").toFile())
                    .start();
            await().atMost(START).until(() -> !process.isAlive() || Files.exists(portFile));
            assertThat(process.isAlive())
                    .as("orchestrator lives, log in %s", state)
                    .isTrue();
            return new Cluster(process, JSON.readTree(portFile.toFile()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ProcessHandle orchestrator() {
        return process.toHandle();
    }

    int controlPort() {
        return ports.get("control").asInt();
    }

    HttpResponse<String> get(String path) {
        return call(HttpRequest.newBuilder(uri("api", path)).GET());
    }

    String csv(String path) {
        return as("text/csv", path);
    }

    /** A recorded step, in Penstock's own form. */
    JsonNode timeline(String id, long step) {
        return JSON.readTree(
                as("application/vnd.penstock.timeline+json", "/jobs/%s/timeline?step=%d".formatted(id, step)));
    }

    private String as(String mediaType, String path) {
        return call(HttpRequest.newBuilder(uri("api", path))
                        .header("Accept", mediaType)
                        .GET())
                .body();
    }

    HttpResponse<String> post(String path, String body) {
        return call(HttpRequest.newBuilder(uri("api", path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Submits a job that must be accepted, and returns its id. */
    String submit(String job) {
        HttpResponse<String> response = post("/jobs", job);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
        return JSON.readTree(response.body()).get("id").asString();
    }

    JsonNode json(String path) {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    JsonNode job(String id) {
        return json("/jobs/" + id);
    }

    String state(String id) {
        return job(id).get("state").asString();
    }

    JsonNode awaitEnd(String id, Duration limit) {
        await().atMost(limit)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> List.of("SUCCEEDED", "FAILED", "STOPPED").contains(state(id)));
        return job(id);
    }

    /** The makespan bubble of the step that other load disturbed least; the first one still loads classes. */
    double leastBubble(String id) {
        JsonNode rows = json("/jobs/" + id + "/metrics");
        return IntStream.range(1, rows.size())
                .mapToDouble(row -> rows.get(row).get("bubble").get("makespan").asDouble())
                .min()
                .orElseThrow();
    }

    void awaitStep(String id, long step) {
        await().atMost(START).pollInterval(Duration.ofMillis(50)).until(() -> {
            JsonNode job = job(id);
            assertThat(job.get("state").asString()).as("%s", job).isNotEqualTo("FAILED");
            return Optional.ofNullable(job.get("progress"))
                    .filter(progress -> progress.get("step").asLong() >= step)
                    .isPresent();
        });
    }

    JsonNode worker(String name) {
        for (JsonNode worker : json("/workers")) {
            if (worker.get("worker").asString().equals(name)) {
                return worker;
            }
        }
        throw new AssertionError("no worker " + name);
    }

    /** The orchestrator's own metrics. */
    String metrics() {
        return call(HttpRequest.newBuilder(uri("management", "/actuator/prometheus")))
                .body();
    }

    String metrics(JsonNode worker) {
        URI uri = URI.create("http://127.0.0.1:" + worker.get("managementPort").asInt() + "/actuator/prometheus");
        return call(HttpRequest.newBuilder(uri)).body();
    }

    private URI uri(String port, String path) {
        JsonNode value = ports.get(port);
        String base = value.isNumber() ? "http://127.0.0.1:" + value.asInt() : value.asString();
        return URI.create(base + path);
    }

    private HttpResponse<String> call(HttpRequest.Builder request) {
        try {
            return http.send(request.timeout(CALL).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends the orchestrator as a failing machine would. */
    void kill() {
        process.destroyForcibly();
        await().atMost(Duration.ofSeconds(10)).until(() -> !process.isAlive());
    }

    /** Ends the orchestrator as an operator would, and checks that nothing it started remains. */
    @Override
    public void close() {
        List<ProcessHandle> family = process.descendants().toList();
        process.destroy();
        try {
            assertThat(process.waitFor(20, TimeUnit.SECONDS))
                    .as("orchestrator ends on SIGTERM")
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            http.close();
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> family.stream().noneMatch(ProcessHandle::isAlive));
    }
}
