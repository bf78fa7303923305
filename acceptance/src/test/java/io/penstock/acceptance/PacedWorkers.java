package io.penstock.acceptance;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Real worker processes that compute with {@link PacedProvider}. */
final class PacedWorkers implements AutoCloseable {

    private static final String SECRET = "paced-secret";
    private static final String MAIN = "io.penstock.stage.StageApplication";

    private final List<Process> processes = new ArrayList<>();

    /** What the orchestrator that these workers dial must be started with. No model is stored: they share no data root. */
    static String[] orchestrator() {
        return new String[] {"--penstock.local-workers=0", "--penstock.control.secret=" + SECRET, "--penstock.models="};
    }

    /**
     * @param logs where each worker's log goes
     * @param pace system properties of {@link PacedProvider}
     */
    PacedWorkers(Cluster cluster, int count, Path logs, String... pace) {
        for (int worker = 0; worker < count; worker++) {
            processes.add(start(cluster, "paced-" + worker, logs, pace));
        }
    }

    private static Process start(Cluster cluster, String name, Path logs, String... pace) {
        List<String> command = new ArrayList<>(List.of(
                Checkout.java(), "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath()));
        command.addAll(List.of(pace));
        command.addAll(List.of(
                MAIN,
                "--penstock.worker.name=" + name,
                "--penstock.worker.backend=" + PacedProvider.NAME,
                "--penstock.worker.secret=" + SECRET,
                "--penstock.worker.orchestrator-port=" + cluster.controlPort(),
                "--penstock.worker.exit-on-stdin-close=true",
                "--server.port=0"));
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(logs.resolve(name + ".log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The worker's application, which names its libraries itself, and the classes of the tests here and in engine. */
    private static String classPath() {
        Stream<String> tests = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("acceptance") || entry.contains("penstock-engine"))
                .filter(entry -> entry.endsWith("test-classes") || entry.endsWith("tests.jar"));
        return String.join(
                File.pathSeparator,
                Stream.concat(Stream.of(Checkout.app("stage-service").toString()), tests)
                        .toList());
    }

    @Override
    public void close() {
        processes.forEach(Process::destroy);
    }
}
