package io.penstock.cli;

import io.penstock.cli.cluster.LocalCluster;
import io.penstock.cli.cluster.StateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps a cluster running on this machine until it is interrupted. */
@Command(name = "up", description = "Runs a cluster on this machine until Ctrl-C.")
final class Up implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final LocalOptions local = new LocalOptions();

    @Option(names = "--workers", paramLabel = "N", description = "Local workers; default: as each job asks.")
    private @Nullable Integer workers;

    @Option(names = "--port", paramLabel = "PORT", description = "REST port; default: ${DEFAULT-VALUE}.")
    private int port = 8080;

    @Option(names = "--state", paramLabel = "DIR", description = "Database and logs; default: .penstock.")
    private @Nullable Path state;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Installation installation = Installation.current();
        Path folder = state == null ? installation.state() : state.toAbsolutePath();
        try (LocalCluster cluster =
                LocalCluster.start(local.launch(installation, StateDirectory.permanent(folder), properties()))) {
            output.print(List.of(
                    "REST     " + cluster.api(),
                    "metrics  " + cluster.management().resolve("/actuator/prometheus"),
                    "logs     " + cluster.state().path(),
                    "Ctrl-C ends it"));
            cluster.awaitEnd();
        }
        return 0;
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>(Map.of("server.port", String.valueOf(port)));
        if (workers != null) {
            properties.put("penstock.local-workers", String.valueOf(workers));
        }
        return properties;
    }
}
