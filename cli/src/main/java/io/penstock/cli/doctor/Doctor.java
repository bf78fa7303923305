package io.penstock.cli.doctor;

import java.nio.file.Path;
import java.util.List;

/** Looks at all that Penstock needs of a machine. */
public final class Doctor {

    private final List<Check> checks;

    /**
     * What to look at.
     *
     * @param java the executable that workers run on
     * @param worker the worker's application jar
     * @param state folder of database and logs
     * @param workers that will share the machine
     */
    public record Subject(Path java, Path worker, Path dataRoot, Path state, int workers) {}

    public Doctor(Subject subject) {
        checks = List.of(
                new JavaCheck(),
                new ProcessorCheck(subject.workers()),
                new MemoryCheck(subject.workers()),
                new OpenFilesCheck(),
                new ClockCheck(),
                new PortCheck(8080, "REST", "server.port (up --port)"),
                new PortCheck(8081, "probes and metrics", "management.server.port"),
                new PortCheck(7070, "workers", "penstock.control.port"),
                new DataRootCheck(subject.dataRoot()),
                new StateCheck(subject.state()),
                new BackendCheck(subject.java(), subject.worker()),
                new GpuCheck(subject.worker().resolveSibling("lib")));
    }

    public List<Finding> examine(Machine machine) {
        return checks.stream().map(check -> check.examine(machine)).toList();
    }
}
