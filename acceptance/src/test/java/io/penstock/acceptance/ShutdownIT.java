package io.penstock.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Processes that are told to end: jobs say so, what waits is kept, workers come back. */
class ShutdownIT {

    private static final Path DATA = Checkout.home().resolve("examples/data");

    @TempDir
    Path folder;

    @Test
    void jobsWhenProcessesAreToldToEndSaySoAndWhatWaitsRunsLater() throws Exception {
        try (WorkerProcesses workers = new WorkerProcesses(DATA, folder, freePort())) {
            workers.start("w-1", "w-2");
            String running;
            String waiting;
            try (Cluster first = Cluster.start(folder, DATA, workers.orchestrator())) {
                running = first.submit(Jobs.endless(2));
                first.awaitStep(running, 3);
                waiting = first.submit(Jobs.digits(2, "\"steps\": 5"));
            }
            try (Cluster second = Cluster.start(folder, DATA, workers.orchestrator())) {
                assertFailed(second.job(running), "the orchestrator was told to end in step \\d+: submit it again");
                assertThat(second.awaitEnd(waiting, Cluster.START).get("state").asString())
                        .isEqualTo("SUCCEEDED");
                endAWorkerOf(second, workers);
            }
        }
    }

    private static void endAWorkerOf(Cluster cluster, WorkerProcesses workers) throws InterruptedException {
        String again = cluster.submit(Jobs.endless(2));
        cluster.awaitStep(again, 3);

        // Not by the process itself, which would close its standard input too.
        workers.of("w-2").toHandle().destroy();

        assertFailed(
                cluster.awaitEnd(again, Duration.ofSeconds(5)),
                "worker w-2 \\(rank \\d\\) left in step .*: it was told to end \\(SIGTERM\\)");
        assertThat(cluster.worker("w-2").get("state").asString()).isEqualTo("LEFT");
        await().atMost(Duration.ofSeconds(5))
                .until(() -> cluster.worker("w-1").get("state").asString().equals("IDLE"));
        assertThat(workers.of("w-2").waitFor(20, TimeUnit.SECONDS))
                .as("worker ends on SIGTERM")
                .isTrue();
    }

    private static void assertFailed(JsonNode job, String reason) {
        assertThat(job.get("state").asString()).as("%s", job).isEqualTo("FAILED");
        assertThat(job.get("reason").asString()).matches(reason);
        JsonNode conditions = job.get("conditions");
        assertThat(conditions.get(conditions.size() - 1).get("message").asString())
                .isEqualTo(job.get("reason").asString());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
