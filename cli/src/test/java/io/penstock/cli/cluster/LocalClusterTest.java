package io.penstock.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LocalClusterTest {

    @TempDir
    private Path folder;

    @Test
    void startWhenOrchestratorListensKnowsItsPortsAndLog() throws Exception {
        StateDirectory state = StateDirectory.permanent(folder.resolve("state"));
        try (LocalCluster cluster = LocalCluster.start(launch(state, Map.of("a.b", "1")))) {
            cluster.checkAlive();

            assertThat(cluster.api().getPort()).isPositive();
            assertThat(cluster.management()).isEqualTo(cluster.api());
            assertThat(state.log())
                    .content()
                    .contains("--a.b=1")
                    .contains("--penstock.state-directory=" + state.path())
                    .contains("--penstock.exit-on-stdin-close=true");
        }
        assertThat(state.path()).exists();
    }

    @Test
    void closeWhenStateIsTemporaryEndsTheProcessAndRemovesIt() throws Exception {
        StateDirectory state = StateDirectory.temporary();
        LocalCluster cluster = LocalCluster.start(launch(state, Map.of()));

        cluster.close();

        assertThat(state.path()).doesNotExist();
        assertThat(ourChildren()).isZero();
        assertThatThrownBy(cluster::checkAlive).isInstanceOf(CancellationException.class);
    }

    @Test
    void closeWhenStateIsKeptLeavesIt() throws Exception {
        StateDirectory state = StateDirectory.temporary();
        LocalCluster cluster = LocalCluster.start(launch(state, Map.of()));
        state.keep();

        cluster.close();

        assertThat(state.log()).exists();
        Files.delete(state.log());
        Files.delete(state.path().resolve("ports.json"));
        Files.delete(state.path());
    }

    @Test
    void startWhenOrchestratorDiesShowsTheEndOfItsLog() throws IOException {
        StateDirectory state = StateDirectory.permanent(folder);

        assertThatThrownBy(() -> LocalCluster.start(launch(state, Map.of("penstock.local-workers", "13"))))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("the orchestrator ended with exit code 7")
                .hasMessageContaining(state.log().toString())
                .hasMessageEndingWith("thirteen workers bring bad luck");
    }

    @Test
    void checkAliveWhenOrchestratorIsKilledSaysSo() throws Exception {
        StateDirectory state = StateDirectory.permanent(folder);
        try (LocalCluster cluster = LocalCluster.start(launch(state, Map.of()))) {
            ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);

            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThatThrownBy(cluster::checkAlive).hasMessageContaining("exit code 137"));
        }
    }

    private Launch launch(StateDirectory state, Map<String, String> properties) throws IOException {
        return new Launch(FakeOrchestrator.jar(folder.resolve("app/fake.jar")), state, properties);
    }

    private static long ourChildren() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).count();
    }
}
