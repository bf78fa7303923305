package io.penstock.orchestrator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import io.penstock.orchestrator.watch.Watches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Clients that send half of what they promised, or do not read what they asked for. */
class SlowClientsTest extends ApiWithWorkers {

    private static final int MEBIBYTE = 1 << 20;
    private static final int EACH = 250;
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration BACK = Duration.ofSeconds(10);
    private static final String HEADERS = "POST /jobs HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    private static final String HALF_A_BODY = HEADERS + "Content-Length: 1000\r\n\r\n{\"name\"";

    private final List<Socket> clients = new ArrayList<>();

    @LocalServerPort
    private int port;

    @Value("${local.management.port}")
    private int managementPort;

    @Autowired
    private Watches watches;

    @AfterEach
    void close() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
    }

    @Test
    void apiWhenHundredsSendHalfOfARequestLivesAndIsBackSoon() throws IOException {
        for (int i = 0; i < EACH; i++) {
            client(HEADERS);
            client(HALF_A_BODY);
        }
        await().atMost(BACK).until(() -> isOk(api, "/jobs"));

        Api management = new Api(managementPort);
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
            assertThat(isAlive(management)).isTrue();
            return clients.stream().allMatch(SlowClientsTest::isClosedByTheServer);
        });
    }

    /** Once more, as every prober does: the machine may have been busy with something else. */
    private static boolean isAlive(Api management) {
        return IntStream.range(0, 2).anyMatch(attempt -> isOk(management, "/actuator/health/liveness"));
    }

    /** @return false if the answer is another one or takes too long */
    private static boolean isOk(Api server, String path) {
        try {
            return server.send(server.request(path).timeout(SOON).GET()).status() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    @Test
    void runWhenAWatcherStopsReadingIsNotSlowedDownAndTheWatcherIsCutOff() throws IOException {
        String id = submit(JobText.of(1));
        Socket idle = new Socket();
        clients.add(idle);
        idle.setReceiveBufferSize(4096);
        idle.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
        send(idle, "GET /jobs/%s/events HTTP/1.1\r\nHost: a\r\n\r\n".formatted(id));
        await().atMost(PATIENCE).until(() -> watches.count() == 1);

        worker(Script.good(3_000));
        awaitState(id, "SUCCEEDED");

        await().atMost(PATIENCE).until(() -> watches.count() == 0);
    }

    @Test
    void postWhenBodyIsAsLargeAsAllowedIsTaken() {
        String body = JobText.of(1);
        Api.Answer answer = api.send(api.request("/jobs")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body + " ".repeat(MEBIBYTE - body.length()))));
        assertThat(answer.status()).isEqualTo(202);
        api.post("/jobs/" + answer.json().get("id").asString() + "/stop", "");
    }

    private void client(String bytes) throws IOException {
        Socket client = new Socket(InetAddress.ofLiteral("127.0.0.1"), port);
        clients.add(client);
        send(client, bytes);
    }

    private static void send(Socket client, String bytes) throws IOException {
        client.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().flush();
    }

    /** Reads what has come so far; the end or a reset means that the server gave up. */
    private static boolean isClosedByTheServer(Socket client) {
        try {
            client.setSoTimeout(1);
            while (client.getInputStream().read() >= 0) {
                // An answer on the way to the end.
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
