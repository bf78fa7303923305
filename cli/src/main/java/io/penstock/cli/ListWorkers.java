package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.screen.Tables;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the workers that have dialled in. */
@Command(name = "workers", description = "Lists the workers.")
final class ListWorkers implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        try (Client client = server.client()) {
            output.print(Tables.workers(client.workers()));
        }
        return 0;
    }
}
