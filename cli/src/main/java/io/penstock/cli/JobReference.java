package io.penstock.cli;

import io.penstock.cli.client.Client;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The job that a command is about, and where it runs. */
final class JobReference {

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Parameters(index = "0", paramLabel = "ID", description = "The job.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    String id() {
        return id;
    }

    Client client() {
        return server.client();
    }
}
