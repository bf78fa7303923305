package io.penstock.orchestrator.api;

import io.penstock.orchestrator.worker.WorkerRegistry;
import java.util.List;
import java.util.Objects;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What there is: workers and this program's version. */
@RestController
class ClusterController {

    private final WorkerRegistry registry;

    ClusterController(WorkerRegistry registry) {
        this.registry = registry;
    }

    /**
     * Which program answers.
     *
     * @param version of Penstock, {@code development} outside a packaged build
     * @param java of the running Java platform
     */
    record Version(String name, String version, String java) {}

    @GetMapping(path = "/workers", produces = MediaType.APPLICATION_JSON_VALUE)
    List<WorkerView> workers() {
        return registry.sorted().stream().map(WorkerView::of).toList();
    }

    @GetMapping(path = "/version", produces = MediaType.APPLICATION_JSON_VALUE)
    Version version() {
        String version = getClass().getPackage().getImplementationVersion();
        return new Version(
                "penstock", Objects.requireNonNullElse(version, "development"), System.getProperty("java.version"));
    }
}
