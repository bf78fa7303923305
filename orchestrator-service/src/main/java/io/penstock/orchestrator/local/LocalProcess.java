package io.penstock.orchestrator.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A worker process that this orchestrator has started and holds by its standard input: the worker exits when that pipe
 * closes, which the operating system does for an orchestrator that was killed.
 */
record LocalProcess(String worker, Process process, Path log, long startedNanos) {

    private static final int LOG_LINES = 5;

    static LocalProcess start(String worker, ProcessBuilder builder, Path log) throws IOException {
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        return new LocalProcess(worker, process, log, System.nanoTime());
    }

    long id() {
        return process.pid();
    }

    boolean olderThan(Duration age) {
        return System.nanoTime() - startedNanos > age.toNanos();
    }

    /** What to tell a user about a process that ended before its hello. */
    String obituary(Duration helloDeadline) {
        String what = olderThan(helloDeadline)
                ? "said no hello within %d s and was ended".formatted(helloDeadline.toSeconds())
                : "ended with exit code %d before its hello".formatted(process.exitValue());
        return "worker %s %s; the end of its log %s:\n%s".formatted(worker, what, log, LogTail.of(log, LOG_LINES));
    }

    /** Lets the worker end by itself. */
    void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            process.destroy();
        }
    }

    /** Ends it by force if it has not ended by the given moment. */
    void end(long deadlineNanos) {
        try {
            if (!process.waitFor(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
