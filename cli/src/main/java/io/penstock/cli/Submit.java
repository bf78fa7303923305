package io.penstock.cli;

import io.penstock.cli.client.Client;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Hands a job in and leaves. */
@Command(name = "submit", description = "Submits a job and prints its id.")
final class Submit implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "FILE", description = "The job specification.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Override
    public Integer call() throws IOException {
        JobFile job = JobFile.read(file);
        try (Client client = server.client()) {
            output.out().println(client.submit(job.text()).id());
        }
        return 0;
    }
}
