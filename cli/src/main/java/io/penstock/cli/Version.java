package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.client.UnreachableException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Names the versions at both ends. */
@Command(name = "version", description = "Prints the versions of this command and of the orchestrator.")
final class Version implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        String own = Penstock.class.getPackage().getImplementationVersion();
        output.out().println("penstock %s on Java %s".formatted(own == null ? "(unpackaged)" : own, Runtime.version()));
        try (Client client = server.client()) {
            output.out().println("orchestrator at %s: %s".formatted(client.server(), client.version()));
        } catch (UnreachableException nobody) {
            output.out().println(nobody.getMessage());
        }
        return 0;
    }
}
