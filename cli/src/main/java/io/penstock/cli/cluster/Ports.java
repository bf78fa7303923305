package io.penstock.cli.cluster;

import io.penstock.cli.client.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * Where a started orchestrator listens, from the file that it writes.
 *
 * @param api REST
 * @param management health and metrics
 * @param control where workers dial in
 */
record Ports(int api, int management, int control) {

    /** The file's content; nothing while it is missing or half written. */
    static Optional<Ports> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.MAPPER.readValue(Files.readString(file), Ports.class))
                    .filter(ports -> ports.api > 0);
        } catch (JacksonException halfWritten) {
            return Optional.empty();
        }
    }

    URI uri(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }
}
