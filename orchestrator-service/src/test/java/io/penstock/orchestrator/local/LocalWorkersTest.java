package io.penstock.orchestrator.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.penstock.orchestrator.worker.WorkerRegistry;
import io.penstock.orchestrator.worker.WorkerSupply.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that are no real workers: small Java programs that end, or wait for the end of their input. */
class LocalWorkersTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final String WAITS =
            "public class Waits { public static void main(String[] a) throws Exception { System.in.read(); } }";

    @TempDir
    private Path folder;

    private final WorkerRegistry registry = new WorkerRegistry(Duration.ofSeconds(1));

    @Test
    void demandWhenProcessesEndAtOnceSaysWorkerExitCodeAndLog() {
        try (LocalWorkers workers = start(OptionalInt.empty(), List.of("-Xmx32m"), Duration.ofSeconds(60))) {
            assertThat(workers.demand(2)).isEqualTo(new Answer.Coming(2));
            Answer answer = await().atMost(PATIENCE).until(() -> workers.demand(2), Answer.Broken.class::isInstance);
            assertThat(((Answer.Broken) answer).reason())
                    .contains("worker local-")
                    .contains("ended with exit code 1 before its hello")
                    .contains("Unable to access jarfile");
        }
    }

    @Test
    void demandWhenProcessSaysNothingEndsItAndSaysSo() throws Exception {
        try (LocalWorkers workers = start(OptionalInt.empty(), waiting(), Duration.ofMillis(10))) {
            workers.demand(1);
            Answer answer = await().atMost(PATIENCE).until(() -> workers.demand(1), Answer.Broken.class::isInstance);
            assertThat(((Answer.Broken) answer).reason()).contains("said no hello within 0 s and was ended");
        }
    }

    @Test
    void demandWhenNumberIsFixedStartsNoMore() throws Exception {
        try (LocalWorkers workers = start(OptionalInt.of(1), waiting(), Duration.ofSeconds(60))) {
            assertThat(workers.demand(3)).isEqualTo(new Answer.Coming(1));
        }
        try (LocalWorkers none = start(OptionalInt.of(0), waiting(), Duration.ofSeconds(60))) {
            assertThat(none.demand(3)).isEqualTo(new Answer.Coming(0));
        }
    }

    @Test
    void closeEndsEveryProcessByItsInput() throws Exception {
        LocalWorkers workers = start(OptionalInt.of(2), waiting(), Duration.ofSeconds(60));
        List<ProcessHandle> processes = ProcessHandle.current().children().toList();
        assertThat(processes).hasSizeGreaterThanOrEqualTo(2);
        workers.close();
        await().atMost(PATIENCE).until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(workers.demand(1)).isEqualTo(new Answer.Coming(0));
    }

    @Test
    void fixedWorkerWhenItDiesIsStartedAnew() {
        try (LocalWorkers workers = start(OptionalInt.of(1), List.of("-Xmx32m"), Duration.ofSeconds(60))) {
            await().atMost(PATIENCE).until(() -> workers.restarts() == 1);
        }
    }

    @Test
    void commandHoldsNoSecret() {
        WorkerCommand command = new WorkerCommand(JAVA, List.of(), folder, "127.0.0.1", 7070, folder, 2);
        assertThat(command.of("local-1"))
                .contains("--penstock.worker.name=local-1", "--penstock.worker.orchestrator-port=7070")
                .contains("--penstock.worker.threads=2", "--penstock.worker.exit-on-stdin-close=true")
                .noneMatch(argument -> argument.contains("secret"));
    }

    @Test
    void logTailWhenLogIsLongIsItsEnd() throws Exception {
        Path log = folder.resolve("long.log");
        Files.writeString(log, "x".repeat(100_000) + "\nlast but one\n\nlast\n\tat a.B.c(B.java:1)\n\t... 3 more\n");
        assertThat(LogTail.of(log, 2)).isEqualTo("last but one\nlast");
        assertThat(LogTail.of(folder.resolve("none"), 2)).startsWith("(no log");
    }

    private List<String> waiting() throws Exception {
        Path source = folder.resolve("Waits.java");
        Files.writeString(source, WAITS);
        return List.of("-Xmx256m", source.toString());
    }

    private LocalWorkers start(OptionalInt fixed, List<String> jvmArguments, Duration hello) {
        LocalWorkers.Policy policy = new LocalWorkers.Policy(fixed, 2, hello);
        WorkerLauncher launcher = new WorkerLauncher(
                threads -> new WorkerCommand(
                        JAVA, jvmArguments, folder.resolve("missing.jar"), "127.0.0.1", 1, folder, threads),
                "s3cret",
                folder);
        return new LocalWorkers(policy, launcher, registry);
    }
}
