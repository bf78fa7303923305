package io.penstock.engine.checkpoint;

import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.InvalidDataException;
import io.penstock.engine.file.AtomicFile;
import io.penstock.engine.model.FromCheckpoint;
import io.penstock.engine.model.Model;
import io.penstock.engine.model.ModelConfig;
import io.penstock.engine.rule.BrokenRulesException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A folder with config.json and the tensors of a model, in the form of the public tools. */
public final class ModelFolder {

    /** The file that describes the model. */
    public static final String CONFIG = "config.json";

    /** The field of a job that names such a folder. */
    public static final String POINTER = "/model/from";

    /** A name for each of many thousand classes fits. */
    private static final int MAX_CONFIG = 16 << 20;

    private static final int MAX_DEPTH = 64;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .build();

    private ModelFolder() {}

    /**
     * The model that a folder's config.json describes.
     *
     * @throws InvalidDataException with what is wrong about folder or file
     */
    public static Model read(DataRoot root, FromCheckpoint wish) {
        root.resolveFolder(POINTER, wish.from());
        Path file = root.resolve(POINTER, wish.from() + "/" + CONFIG);
        try {
            return ModelConfig.read(tree(file, wish.from()), wish);
        } catch (BrokenRulesException e) {
            throw fault(wish.from(), String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw fault(wish.from(), "cannot be read: " + e.getMessage());
        }
    }

    private static JsonNode tree(Path file, String from) throws IOException {
        long bytes = Files.size(file);
        if (bytes > MAX_CONFIG) {
            throw fault(from, "has %d bytes but %d are read at most".formatted(bytes, MAX_CONFIG));
        }
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (JacksonException e) {
            throw fault(from, "is not JSON (%s): restore it".formatted(e.getOriginalMessage()));
        }
    }

    private static InvalidDataException fault(String from, String reason) {
        return new InvalidDataException(POINTER, "%s of \"%s\": %s".formatted(CONFIG, from, reason));
    }

    /**
     * The tensors of a folder.
     *
     * @throws InvalidDataException if a file leaves the root, is missing, corrupt or cannot be read
     */
    public static StoredTensors open(DataRoot root, String from) {
        Path folder = root.resolveFolder(POINTER, from);
        try {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.safetensors*")) {
                files.forEach(file -> root.resolve(POINTER, from + "/" + file.getFileName()));
            }
            return StoredTensors.open(folder);
        } catch (IOException e) {
            throw new InvalidDataException(
                    POINTER, "the tensors of \"%s\" cannot be read: %s".formatted(from, e.getMessage()));
        } catch (InvalidCheckpointException e) {
            throw new InvalidDataException(POINTER, String.valueOf(e.getMessage()));
        }
    }

    /** Describes a model; the folder exists. */
    public static void writeConfig(Path folder, Model model) throws IOException {
        Map<String, Object> config = new LinkedHashMap<>(model.config());
        config.put("torch_dtype", "float32");
        byte[] json = MAPPER.writerWithDefaultPrettyPrinter()
                .writeValueAsString(config)
                .getBytes(StandardCharsets.UTF_8);
        try (AtomicFile file = AtomicFile.create(folder.resolve(CONFIG))) {
            ByteBuffer left = ByteBuffer.wrap(json);
            while (left.hasRemaining()) {
                file.channel().write(left);
            }
            file.commit();
        }
    }
}
