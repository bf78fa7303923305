package io.penstock.cli.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How an orchestrator process is started.
 *
 * @param jar the orchestrator's application jar
 * @param state where its database, its log and its port file go
 * @param properties Spring properties beyond those that every local cluster gets
 */
public record Launch(Path jar, StateDirectory state, Map<String, String> properties) {

    /** Options that change the module graph would make the JVM pass over the recorded start; the jar's manifest has them. */
    private static final List<String> JVM =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m", "--sun-misc-unsafe-memory-access=allow");

    public Launch {
        properties = Map.copyOf(properties);
    }

    Path portFile() {
        return state.path().resolve("ports.json");
    }

    List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(recordedStart());
        command.addAll(List.of("-jar", jar.toString()));
        new TreeMap<>(properties).forEach((name, value) -> command.add("--" + name + "=" + value));
        command.add("--penstock.port-file=" + portFile());
        command.add("--penstock.state-directory=" + state.path());
        command.add("--penstock.exit-on-stdin-close=true");
        return command;
    }

    /** The cache of loaded classes (JEP 483) that the launcher has left beside the jar. */
    private List<String> recordedStart() {
        Path cache = jar.resolveSibling(jar.getFileName().toString().replace(".jar", ".aot"));
        return Files.exists(cache) ? List.of("-XX:AOTCache=" + cache) : List.of();
    }
}
