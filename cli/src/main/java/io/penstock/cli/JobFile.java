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
import tools.jackson.databind.node.ObjectNode;

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

    /** The same job for so many steps, as a new one that neither evaluates in between nor needs the steps of a full run. */
    String shortened(int steps) {
        if (!(tree instanceof ObjectNode job) || !(tree.get("training") instanceof ObjectNode)) {
            return text;
        }
        ObjectNode shorter = job.deepCopy();
        shorter.remove("id");
        ((ObjectNode) shorter.get("training"))
                .put("steps", steps)
                .put("evaluateEvery", "end")
                .remove(List.of("epochs", "learningRateSchedule"));
        return shorter.toString();
    }
}
