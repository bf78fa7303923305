package io.penstock.engine.checkpoint;

import io.penstock.engine.file.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code model.safetensors.index.json}: which file of a folder holds each tensor of a model that is in several pieces.
 *
 * @param files tensor name → file name, without any folder
 * @param totalBytes of all tensors
 */
public record SafetensorsIndex(Map<String, String> files, long totalBytes) {

    /** The index's name in its folder. */
    public static final String NAME = "model.safetensors.index.json";

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    /** The name of one of several pieces, counted from 1. */
    public static String shard(int piece, int pieces) {
        return "model-%05d-of-%05d.safetensors".formatted(piece, pieces);
    }

    static SafetensorsIndex read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (Files.size(file) > SafetensorsReader.MAX_HEADER) {
            throw new InvalidCheckpointException(
                    file,
                    "has %d bytes but %d are read at most: restore the file"
                            .formatted(Files.size(file), SafetensorsReader.MAX_HEADER));
        }
        try {
            return of(file, MAPPER.readTree(Files.readAllBytes(file)));
        } catch (JacksonException e) {
            throw new InvalidCheckpointException(
                    file, "is not JSON (%s): restore the file".formatted(e.getOriginalMessage()));
        }
    }

    private static SafetensorsIndex of(Path file, JsonNode root) {
        JsonNode map = root.path("weight_map");
        if (!map.isObject() || map.isEmpty()) {
            throw new InvalidCheckpointException(file, "has no weight_map with entries: restore the file");
        }
        Map<String, String> files = new LinkedHashMap<>();
        map.properties().forEach(entry -> files.put(entry.getKey(), inside(file, entry.getKey(), entry.getValue())));
        return new SafetensorsIndex(
                files, root.path("metadata").path("total_size").asLong(0));
    }

    private static String inside(Path file, String tensor, JsonNode value) {
        String name = value.isString() ? value.stringValue() : "";
        if (!name.matches("[A-Za-z0-9_][A-Za-z0-9_.-]*")) {
            throw new InvalidCheckpointException(
                    file, tensor, "lies in %s, which is no name of a file in the same folder".formatted(value));
        }
        return name;
    }

    /** Puts the index into a folder, after its files. */
    public void write(Path folder) throws IOException {
        byte[] json = MAPPER.writerWithDefaultPrettyPrinter()
                .writeValueAsString(
                        Map.of("metadata", Map.of("total_size", totalBytes), "weight_map", new TreeMap<>(files)))
                .getBytes(StandardCharsets.UTF_8);
        try (AtomicFile file = AtomicFile.create(folder.resolve(NAME))) {
            ByteBuffer left = ByteBuffer.wrap(json);
            while (left.hasRemaining()) {
                file.channel().write(left);
            }
            file.commit();
        }
    }
}
