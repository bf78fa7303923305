package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.screen.Tables;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the jobs that the orchestrator knows. */
@Command(name = "jobs", description = "Lists all jobs.")
final class ListJobs implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        try (Client client = server.client()) {
            output.print(Tables.jobs(client.jobs()));
        }
        return 0;
    }
}
