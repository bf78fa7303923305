package io.penstock.orchestrator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.penstock.common.wire.ControlServer;
import io.penstock.common.wire.WireTransport;
import io.penstock.orchestrator.OrchestratorApplication;
import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.FakeWorker;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Two orchestrators, one after the other, on the same files. */
class RestartTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String FORMER_PLAN = """
            {"schedule": "1f1b", "partition": [{"from": 0, "to": 3}, {"from": 3, "to": 7}],
             "table": {"stages": {"ranks": 2, "chunks": 1}, "microBatches": 1,
                       "actions": [["0F0", "0SEND_F0", "0RECV_B0", "0B0"], ["1RECV_F0", "1F0", "1B0", "1SEND_B0"]]},
             "bufferDepth": 1, "predicted": {"makespan": 0.5, "span": 0.5}}
            """;

    @TempDir
    private Path folder;

    @Test
    void restartWhenJobsWereAcceptedKeepsTheWaitingAndFailsTheRunning() {
        try (ConfigurableApplicationContext first = start()) {
            Api api = new Api(port(first));
            worker(first, Script.good(1_000_000).slow(5));
            api.post("/jobs", JobText.of(1, "\"id\": \"running\","));
            await().atMost(PATIENCE).until(() -> state(api, "running").equals("RUNNING"));
            await().atMost(PATIENCE)
                    .until(() -> !api.get("/jobs/running/metrics").json().isEmpty());
            api.post("/jobs", JobText.of(2, "\"id\": \"waiting\","), "Idempotency-Key", "k");
        }
        try (ConfigurableApplicationContext second = start()) {
            Api api = new Api(port(second));
            assertThat(state(api, "running")).isEqualTo("FAILED");
            assertThat(api.get("/jobs/running").json().get("reason").asString()).contains("the orchestrator restarted");
            assertThat(api.get("/jobs/running/metrics?to=3").json()).isNotEmpty();
            assertThat(api.get("/jobs/running/timeline?step=1", "Accept", "application/vnd.penstock.timeline+json")
                            .json()
                            .get("step")
                            .asLong())
                    .isEqualTo(1);
            assertThat(state(api, "waiting")).isEqualTo("PENDING");
            assertThat(api.post("/jobs", JobText.of(2, "\"id\": \"waiting\","), "Idempotency-Key", "k")
                            .status())
                    .isEqualTo(202);
            worker(second, Script.good(3));
            worker(second, Script.good(3));
            await().atMost(PATIENCE).until(() -> state(api, "waiting").equals("SUCCEEDED"));
        }
    }

    @Test
    void restartWhenJobsWereStoredInTheFormerFormShowsThem() throws SQLException {
        try (ConfigurableApplicationContext first = start()) {
            worker(first, Script.good(3));
            worker(first, Script.good(3));
            Api api = new Api(port(first));
            api.post("/jobs", JobText.of(2, "\"id\": \"old\","));
            await().atMost(PATIENCE).until(() -> state(api, "old").equals("SUCCEEDED"));
        }
        try (Connection store = DriverManager.getConnection("jdbc:h2:file:" + folder + "/store;MODE=PostgreSQL");
                PreparedStatement update = store.prepareStatement("update job_row set plan = ?")) {
            update.setString(1, FORMER_PLAN);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
        try (ConfigurableApplicationContext second = start()) {
            Api api = new Api(port(second));
            assertThat(api.get("/jobs").json().get("jobs")).hasSize(1);
            assertThat(state(api, "old")).isEqualTo("SUCCEEDED");
            assertThat(api.get("/jobs/old/schedule", "Accept", "text/csv").raw().body())
                    .isEqualTo("0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n");
        }
    }

    private static String state(Api api, String id) {
        return api.get("/jobs/" + id).json().path("state").asString("");
    }

    private static int port(ConfigurableApplicationContext context) {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static void worker(ConfigurableApplicationContext context, Script script) {
        int port = context.getBean(ControlServer.class).port();
        var _ = new FakeWorker(context.getBean(WireTransport.class), port, "s3cret", "w-" + System.nanoTime(), script);
    }

    private ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(OrchestratorApplication.class)
                .run(
                        "--server.port=0",
                        "--management.server.port=0",
                        "--penstock.control.port=0",
                        "--penstock.control.secret=s3cret",
                        "--penstock.local-workers=0",
                        "--penstock.state-directory=" + folder);
    }
}
