package io.penstock.cli;

import io.penstock.cli.client.Client;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Follows a job that runs elsewhere; leaving does not stop it. */
@Command(name = "watch", description = "Follows a job to its end.")
final class Watch implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "ID", description = "The job.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Override
    public Integer call() throws InterruptedException {
        try (Client client = server.client()) {
            Run.Result result = new Run(Target.of(client), Stopwatch.sinceProcessStart(), output.out()).follow(id);
            output.print(result.text());
            return result.exitCode();
        }
    }
}
