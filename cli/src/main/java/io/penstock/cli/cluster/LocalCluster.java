package io.penstock.cli.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An orchestrator process that lives no longer than this one: it exits when its standard input ends, and that is a pipe
 * which the operating system closes with us, however we end. Its workers depend on it in the same way.
 */
public final class LocalCluster implements AutoCloseable {

    private static final Duration START_DEADLINE = Duration.ofSeconds(60);
    private static final Duration END_DEADLINE = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 20;
    private static final int LOG_LINES = 15;

    private final Launch launch;
    private final Process process;
    private final Ports ports;
    private volatile boolean closed;

    private LocalCluster(Launch launch) throws IOException, InterruptedException {
        this.launch = launch;
        Files.deleteIfExists(launch.portFile());
        process = new ProcessBuilder(launch.command())
                .redirectErrorStream(true)
                .redirectOutput(launch.state().log().toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "penstock-stop"));
        ports = awaitPorts();
    }

    /** Starts the process and returns once its REST interface listens. */
    public static LocalCluster start(Launch launch) throws IOException, InterruptedException {
        return new LocalCluster(launch);
    }

    public URI api() {
        return ports.uri(ports.api());
    }

    public URI management() {
        return ports.uri(ports.management());
    }

    public StateDirectory state() {
        return launch.state();
    }

    /**
     * Does nothing while the orchestrator lives.
     *
     * @throws CancellationException if this side is ending it
     * @throws ClusterException if it died by itself
     */
    public void checkAlive() {
        if (closed) {
            throw new CancellationException("stopped");
        }
        if (!process.isAlive()) {
            throw failure("the orchestrator ended with exit code %d".formatted(process.exitValue()));
        }
    }

    /** Blocks as long as the orchestrator lives: the user ends the wait with Ctrl-C. */
    public void awaitEnd() throws InterruptedException {
        process.waitFor();
        checkAlive();
    }

    @Override
    public void close() {
        closed = true;
        List<ProcessHandle> workers = process.descendants().toList();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(END_DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException | InterruptedException e) {
            process.destroyForcibly();
        }
        workers.forEach(ProcessHandle::destroyForcibly);
        launch.state().close();
    }

    private Ports awaitPorts() throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < START_DEADLINE.toNanos()) {
            Optional<Ports> written = Ports.read(launch.portFile());
            if (written.isPresent()) {
                return written.get();
            }
            process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            checkAlive();
        }
        throw failure("the orchestrator did not listen within %d s".formatted(START_DEADLINE.toSeconds()));
    }

    private ClusterException failure(String what) {
        launch.state().keep();
        return new ClusterException(
                "%s; the end of %s:%n%s".formatted(what, launch.state().log(), lastLogLines()));
    }

    private String lastLogLines() {
        try (Stream<String> lines = Files.lines(launch.state().log())) {
            List<String> all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - LOG_LINES), all.size()));
        } catch (IOException | UncheckedIOException unreadable) {
            return "(unreadable)";
        }
    }
}
