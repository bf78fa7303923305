package io.penstock.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Processes that are killed: the job says who and where, survivors work on, and nobody outlives his parent. */
class LossOfProcessIT {

    private static final Path DATA = Checkout.home().resolve("examples/data");

    @TempDir
    Path folder;

    @Test
    void jobWhenAWorkerIsKilledFailsByNameAndTheSurvivorsTrainTheNext() {
        try (Cluster cluster = Cluster.start(folder, DATA, "--penstock.local-workers=4")) {
            String id = cluster.submit(Jobs.endless(4));
            cluster.awaitStep(id, 5);
            List<String> names = new ArrayList<>();
            cluster.job(id)
                    .get("workers")
                    .forEach(row -> names.add(row.get("worker").asString()));
            long victim = cluster.worker(names.get(2)).get("pid").asLong();
            long killed = System.nanoTime();

            ProcessHandle.of(victim).orElseThrow().destroyForcibly();
            JsonNode job = cluster.awaitEnd(id, Duration.ofSeconds(5));

            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(5));
            assertThat(job.get("state").asString()).isEqualTo("FAILED");
            assertThat(job.get("reason").asString()).contains(names.get(2), "rank 2", "action", "step");

            String next = cluster.submit(Jobs.digits(3, "\"steps\": 20"));
            JsonNode second = cluster.awaitEnd(next, Cluster.START);
            assertThat(second.get("state").asString()).as("%s", second).isEqualTo("SUCCEEDED");
            assertThat(second.get("workers")
                            .valueStream()
                            .map(row -> row.get("worker").asString()))
                    .doesNotContain(names.get(2));
        }
    }

    @Test
    void workersWhenTheOrchestratorIsKilledEnd() {
        Cluster cluster = Cluster.start(folder, DATA, "--penstock.local-workers=2");
        String id = cluster.submit(Jobs.endless(2));
        cluster.awaitStep(id, 2);
        List<ProcessHandle> workers = cluster.orchestrator().descendants().toList();
        assertThat(workers).hasSizeGreaterThanOrEqualTo(2);

        cluster.orchestrator().destroyForcibly();

        await().atMost(Duration.ofSeconds(5)).until(() -> workers.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void everythingWhenTheCommandIsKilledEnds() throws IOException {
        Process command = new ProcessBuilder(
                        Checkout.java(),
                        "-Dpenstock.home=" + Checkout.home(),
                        "-jar",
                        Checkout.app("cli").toString(),
                        "train",
                        Files.writeString(folder.resolve("job.json"), Jobs.endless(2))
                                .toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("train.log").toFile())
                .start();
        await().atMost(Cluster.START)
                .until(() -> Files.readString(folder.resolve("train.log")).contains("step "));
        List<ProcessHandle> family = command.descendants().toList();
        assertThat(family).hasSizeGreaterThanOrEqualTo(3);

        command.destroyForcibly();

        await().atMost(Duration.ofSeconds(10)).until(() -> family.stream().noneMatch(ProcessHandle::isAlive));
    }
}
