package io.penstock.cli;

import io.penstock.cli.client.Client;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Asks for the end of a job. */
@Command(name = "stop", description = "Stops a job.")
final class Stop implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "ID", description = "The job.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Override
    public Integer call() {
        try (Client client = server.client()) {
            client.stop(id);
            output.out().println("stopping " + id);
        }
        return 0;
    }
}
