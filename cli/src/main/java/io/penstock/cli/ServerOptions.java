package io.penstock.cli;

import io.penstock.cli.client.Client;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which orchestrator a command talks to, and as whom. */
final class ServerOptions {

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "The orchestrator; default: PENSTOCK_SERVER or http://127.0.0.1:8080.")
    private @Nullable URI server;

    @Option(names = "--token", paramLabel = "TOKEN", description = "Its bearer token; default: PENSTOCK_TOKEN.")
    private @Nullable String token;

    boolean isGiven() {
        return server != null;
    }

    Client client() {
        return client(server == null ? URI.create(environment("PENSTOCK_SERVER", "http://127.0.0.1:8080")) : server);
    }

    Client client(URI uri) {
        return new Client(uri, token == null ? System.getenv("PENSTOCK_TOKEN") : token);
    }

    private static String environment(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isBlank() ? otherwise : value;
    }
}
