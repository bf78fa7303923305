package io.penstock.orchestrator.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a local worker process is started. The secret is not part of it: other users can read command lines.
 *
 * @param host where the orchestrator's control server listens
 * @param threads for its arithmetic
 */
record WorkerCommand(
        Path java, List<String> jvmArguments, Path jar, String host, int port, Path dataRoot, int threads) {

    static final String SECRET_VARIABLE = "PENSTOCK_WORKER_SECRET";

    List<String> of(String worker) {
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(jvmArguments);
        command.addAll(recordedStart());
        command.addAll(List.of("-jar", jar.toString()));
        command.add("--penstock.worker.name=" + worker);
        command.add("--penstock.worker.orchestrator-host=" + host);
        command.add("--penstock.worker.orchestrator-port=" + port);
        command.add("--penstock.worker.data-root=" + dataRoot.toAbsolutePath());
        command.add("--penstock.worker.threads=" + threads);
        command.add("--penstock.worker.exit-on-stdin-close=true");
        command.add("--server.port=0");
        return command;
    }

    /** The cache of loaded classes (JEP 483) that the launcher has left beside the jar. */
    private List<String> recordedStart() {
        Path cache = jar.resolveSibling(jar.getFileName().toString().replace(".jar", ".aot"));
        return Files.exists(cache) ? List.of("-XX:AOTCache=" + cache) : List.of();
    }
}
