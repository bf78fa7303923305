package io.penstock.orchestrator.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.Hello;
import io.penstock.common.wire.ControlConnection;
import io.penstock.orchestrator.metric.ScrapeTargets.Group;
import io.penstock.orchestrator.worker.WorkerRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScrapeTargetsTest {

    private final WorkerRegistry workers = new WorkerRegistry(Duration.ofSeconds(1));
    private final ScrapeTargets targets = new ScrapeTargets(workers);

    @Test
    void targetsWhenWorkersAreHereNameTheirManagementPorts() {
        arrive("w-1", "10.0.0.1");
        arrive("w-2", "fd00::2");
        assertThat(targets.targets())
                .containsExactly(
                        new Group(List.of("10.0.0.1:8081"), Map.of("worker", "w-1")),
                        new Group(List.of("[fd00::2]:8081"), Map.of("worker", "w-2")));
    }

    @Test
    void targetsWhenAWorkerIsLostLeaveItOut() {
        workers.disconnected(arrive("w-1", "10.0.0.1"), "closed");
        assertThat(targets.targets()).isEmpty();
    }

    private ControlConnection arrive(String name, String host) {
        ControlConnection line = new SilentLine();
        workers.connected(line, new Hello("", name, host, 9, 8081, 7, "fake", "none", 1, 1));
        return line;
    }

    private static final class SilentLine implements ControlConnection {

        @Override
        public String remote() {
            return "test";
        }

        @Override
        public void send(ControlMessage.Command command) {}

        @Override
        public void close(String reason) {}
    }
}
