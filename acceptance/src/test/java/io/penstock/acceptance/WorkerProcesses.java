package io.penstock.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Workers that an operator starts by hand, and that outlive the orchestrator. */
final class WorkerProcesses implements AutoCloseable {

    private static final String SECRET = "worker-secret";

    private final Map<String, Process> processes = new HashMap<>();
    private final Path data;
    private final Path logs;
    private final int controlPort;

    WorkerProcesses(Path data, Path logs, int controlPort) {
        this.data = data;
        this.logs = logs;
        this.controlPort = controlPort;
    }

    /** What the orchestrator must be told to have these workers only, and more. */
    String[] orchestrator(String... more) {
        return Stream.concat(
                        Stream.of(
                                "--penstock.local-workers=0",
                                "--penstock.control.secret=" + SECRET,
                                "--penstock.control.port=" + controlPort),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    void start(String... names) {
        for (String name : names) {
            processes.put(name, process(name));
        }
    }

    private Process process(String name) {
        try {
            return new ProcessBuilder(
                            Checkout.java(),
                            "--add-modules=jdk.incubator.vector",
                            "-Xmx256m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-jar",
                            Checkout.app("stage-service").toString(),
                            "--penstock.worker.name=" + name,
                            "--penstock.worker.threads=1",
                            "--penstock.worker.data-root=" + data,
                            "--penstock.worker.secret=" + SECRET,
                            "--penstock.worker.orchestrator-port=" + controlPort,
                            "--penstock.worker.exit-on-stdin-close=true",
                            "--server.port=0")
                    .redirectErrorStream(true)
                    .redirectOutput(logs.resolve(name + ".log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Process of(String name) {
        return processes.get(name);
    }

    @Override
    public void close() {
        processes.values().forEach(Process::destroyForcibly);
    }
}
