package io.penstock.orchestrator.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;

/** Turns a worker's name into a running process with a log. */
final class WorkerLauncher {

    private final IntFunction<WorkerCommand> commands;
    private final String secret;
    private final Path logs;

    /** @param commands the command by the number of threads that the worker may use */
    WorkerLauncher(IntFunction<WorkerCommand> commands, String secret, Path logs) {
        this.commands = commands;
        this.secret = secret;
        this.logs = logs;
    }

    /** @param together workers that share this machine's cores */
    LocalProcess launch(String worker, int together) throws IOException {
        Files.createDirectories(logs);
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / together);
        ProcessBuilder builder = new ProcessBuilder(commands.apply(threads).of(worker));
        builder.environment().put(WorkerCommand.SECRET_VARIABLE, secret);
        builder.environment().put("OMP_NUM_THREADS", Integer.toString(threads));
        builder.environment().put("OMP_WAIT_POLICY", "PASSIVE");
        return LocalProcess.start(worker, builder, logs.resolve(worker + ".log"));
    }
}
