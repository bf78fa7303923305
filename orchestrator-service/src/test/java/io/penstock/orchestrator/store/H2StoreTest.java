package io.penstock.orchestrator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The default: a file in the state directory. */
class H2StoreTest extends StoreContract {

    private static final String FORMER_PLAN = """
            {"schedule": "1f1b", "partition": [{"from": 0, "to": 3}, {"from": 3, "to": 7}],
             "table": {"stages": {"ranks": 2, "chunks": 1}, "microBatches": 1,
                       "actions": [["0F0", "0SEND_F0", "0RECV_B0", "0B0"], ["1RECV_F0", "1F0", "1B0", "1SEND_B0"]]},
             "bufferDepth": 1, "predicted": {"makespan": 0.5, "span": 0.5}}
            """;

    @Override
    List<String> database(String name) {
        return List.of();
    }

    @Test
    void restartWhenJobsWereStoredInTheFormerFormShowsThem(@TempDir Path folder) throws SQLException {
        try (Instance first = Instance.start(folder, List.of())) {
            first.worker(Script.good(3));
            first.worker(Script.good(3));
            first.api().post("/jobs", JobText.of(2, "\"id\": \"old\","));
            await().atMost(PATIENCE).until(() -> first.state("old").equals("SUCCEEDED"));
        }
        try (Connection store = DriverManager.getConnection("jdbc:h2:file:" + folder + "/store;MODE=PostgreSQL");
                PreparedStatement update = store.prepareStatement("update job_row set plan = ?")) {
            update.setString(1, FORMER_PLAN);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
        try (Instance second = Instance.start(folder, List.of())) {
            Api api = second.api();
            assertThat(api.get("/jobs").json().get("jobs")).hasSize(1);
            assertThat(second.state("old")).isEqualTo("SUCCEEDED");
            assertThat(api.get("/jobs/old/schedule", "Accept", "text/csv").raw().body())
                    .isEqualTo("0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n");
        }
    }
}
