package io.penstock.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** An answer 202 is a promise that survives the orchestrator. */
class AcceptedJobsIT {

    private static final Path DATA = Checkout.home().resolve("examples/data");
    private static final int JOBS = 200;
    private static final int CLIENTS = 4;

    @TempDir
    Path folder;

    @Test
    void jobsWhenTheOrchestratorIsKilledAreAllThere() {
        killAndCount("--penstock.local-workers=0");
    }

    @Test
    @Tag("extended")
    void jobsInPostgresWhenTheOrchestratorIsKilledAreAllThere() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            killAndCount(
                    "--penstock.local-workers=0",
                    "--spring.datasource.url=jdbc:postgresql://127.0.0.1:%d/postgres".formatted(server.getPort()),
                    "--spring.datasource.username=postgres");
        }
    }

    /** Kills it while clients are still submitting. */
    private void killAndCount(String... settings) {
        Cluster first = Cluster.start(folder, DATA, settings);
        Set<String> accepted = ConcurrentHashMap.newKeySet();
        for (int client = 0; client < CLIENTS; client++) {
            Thread.ofVirtual().start(() -> submit(first, accepted));
        }
        await().atMost(Cluster.START).until(() -> accepted.size() >= JOBS);
        first.kill();

        try (Cluster second = Cluster.start(folder, DATA, settings)) {
            Map<String, String> found = states(second);
            assertThat(found.keySet()).containsAll(accepted);
            assertThat(found.values()).containsOnly("PENDING");
        }
    }

    private static void submit(Cluster cluster, Set<String> accepted) {
        String body = Jobs.digits(2, "\"epochs\": 1");
        try {
            while (cluster.orchestrator().isAlive()) {
                accepted.add(cluster.submit(body));
            }
        } catch (UncheckedIOException e) {
            // It was killed before it could answer.
        }
    }

    private static Map<String, String> states(Cluster cluster) {
        Map<String, String> states = new HashMap<>();
        JsonNode page;
        do {
            page = cluster.json("/jobs?limit=100&skip=" + states.size());
            page.get("jobs")
                    .forEach(job -> states.put(
                            job.get("id").asString(), job.get("state").asString()));
        } while (page.has("next"));
        return states;
    }
}
