package io.penstock.orchestrator.metric;

import io.penstock.common.control.Hello;
import io.penstock.orchestrator.worker.Worker;
import io.penstock.orchestrator.worker.WorkerRegistry;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/** The workers that are here, as Prometheus' {@code http_sd_configs} wants them: where to scrape, and which labels to add. */
@Component
@Endpoint(id = "targets")
final class ScrapeTargets {

    private final WorkerRegistry workers;

    ScrapeTargets(WorkerRegistry workers) {
        this.workers = workers;
    }

    record Group(List<String> targets, Map<String, String> labels) {}

    @ReadOperation(produces = MediaType.APPLICATION_JSON_VALUE)
    List<Group> targets() {
        return workers.sorted().stream()
                .filter(worker -> worker.state() != Worker.State.LOST)
                .map(worker -> new Group(List.of(address(worker.hello())), Map.of("worker", worker.name())))
                .toList();
    }

    private static String address(Hello hello) {
        String host = hello.host().contains(":") ? "[" + hello.host() + "]" : hello.host();
        return host + ":" + hello.managementPort();
    }
}
