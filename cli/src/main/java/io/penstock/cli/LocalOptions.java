package io.penstock.cli;

import io.penstock.cli.cluster.Launch;
import io.penstock.cli.cluster.StateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a cluster on this machine is started. */
final class LocalOptions {

    private static final String ANY_PORT = "0";

    @Option(names = "--data-root", paramLabel = "DIR", description = "Where job files find their data.")
    private @Nullable Path dataRoot;

    /** An orchestrator of our own on free ports, whose traces go away with it. */
    Launch privateCluster(int workers, boolean models) throws IOException {
        Installation installation = Installation.current();
        Map<String, String> properties = new HashMap<>(Map.of(
                "server.port", ANY_PORT,
                "management.server.port", ANY_PORT,
                "penstock.control.port", ANY_PORT,
                "penstock.local-workers", String.valueOf(workers)));
        if (!models) {
            properties.put("penstock.models", "");
        }
        return launch(installation, StateDirectory.temporary(), properties);
    }

    Launch launch(Installation installation, StateDirectory state, Map<String, String> properties) {
        Path data = dataRoot == null ? installation.dataRoot() : dataRoot;
        Map<String, String> all = new HashMap<>(properties);
        all.put("penstock.data-root", data.toAbsolutePath().toString());
        all.put(
                "penstock.local-worker.jar",
                installation.workerJar().toAbsolutePath().toString());
        return new Launch(installation.orchestratorJar(), state, all);
    }
}
