package io.penstock.cli;

import io.penstock.cli.client.Json;
import io.penstock.cli.client.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A job specification as the user wrote it; all that is not its syntax is the orchestrator's to judge.
 *
 * @param text the file's content, sent as it is
 */
record JobFile(String text, JsonNode tree) {

    static JobFile read(Path path) throws IOException {
        try {
            String text = Files.readString(path);
            return new JobFile(text, Json.MAPPER.readTree(text));
        } catch (NoSuchFileException e) {
            throw new IOException("there is no job file %s".formatted(path), e);
        } catch (JacksonException e) {
            throw new RefusedException(
                    "%s is not JSON: line %d, column %d: %s"
                            .formatted(
                                    path,
                                    e.getLocation().getLineNr(),
                                    e.getLocation().getColumnNr(),
                                    e.getOriginalMessage()),
                    List.of());
        }
    }

    /** Workers that the job occupies: its pipeline's length. */
    int workers() {
        return Math.max(1, tree.at("/parallelism/pipeline").asInt(1));
    }
}
