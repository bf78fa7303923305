package io.penstock.engine.onnx;

import io.penstock.engine.checkpoint.SafetensorsReader;
import io.penstock.engine.checkpoint.SafetensorsWriter;
import io.penstock.engine.checkpoint.StoredType;
import io.penstock.engine.checkpoint.TensorInfo;
import io.penstock.engine.file.AtomicFile;
import io.penstock.engine.onnx.BertGraph.Encoder;
import io.penstock.engine.onnx.BertGraph.Weight;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** Turns a BERT encoder in an ONNX file into a folder in the form of public checkpoints. */
public final class OnnxImport {

    private static final String CONFIG = "config.json";
    private static final String TOKENIZER = "tokenizer.json";
    private static final ValueLayout.OfInt BITS = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private OnnxImport() {}

    /**
     * What was written.
     *
     * @param values numbers in all tensors
     * @param tokenizer true if one was there
     * @param leftOut tensors of the file that belong to no encoder
     */
    public record Summary(int tensors, long values, boolean tokenizer, List<String> leftOut) {}

    /**
     * Writes {@code model.safetensors}, {@code config.json}, and {@code tokenizer.json} if a file of that name, or one that
     * ends in {@code -tokenizer.json} after the model's name, is beside the model. A graph for inference knows nothing of
     * dropout, so 0 is written.
     *
     * @param folder is created if it is not there
     * @throws InvalidOnnxException if the file is corrupt or holds something else
     * @throws FileAlreadyExistsException if the folder holds a model
     * @throws IOException if a file cannot be read or written
     */
    public static Summary run(Path file, Path folder) throws IOException {
        Encoder encoder = BertGraph.find(OnnxGraph.open(file));
        Files.createDirectories(folder);
        for (String name : List.of(CONFIG, SafetensorsReader.NAME)) {
            if (Files.exists(folder.resolve(name))) {
                throw new FileAlreadyExistsException(
                        "%s is there already: name another folder".formatted(folder.resolve(name)));
            }
        }
        writeWeights(encoder.weights(), folder.resolve(SafetensorsReader.NAME));
        boolean tokenizer = copyTokenizer(file, folder);
        write(
                folder.resolve(CONFIG),
                JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsBytes(config(encoder)));
        return new Summary(
                encoder.weights().size(),
                encoder.weights().values().stream()
                        .mapToLong(weight -> weight.shape().size())
                        .sum(),
                tokenizer,
                encoder.leftOut());
    }

    private static Map<String, Object> config(Encoder encoder) {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("architectures", List.of("BertModel"));
        config.put("model_type", "bert");
        config.put("vocab_size", encoder.vocabulary());
        config.put("hidden_size", encoder.hiddenSize());
        config.put("num_hidden_layers", encoder.blocks());
        config.put("num_attention_heads", encoder.heads());
        config.put("intermediate_size", encoder.intermediateSize());
        config.put("hidden_act", "gelu");
        config.put("max_position_embeddings", encoder.positions());
        config.put("type_vocab_size", encoder.tokenTypes());
        config.put("layer_norm_eps", Double.valueOf(Float.toString(encoder.epsilon())));
        config.put("hidden_dropout_prob", 0.0);
        config.put("attention_probs_dropout_prob", 0.0);
        config.put("position_embedding_type", "absolute");
        return config;
    }

    private static void writeWeights(Map<String, Weight> weights, Path target) throws IOException {
        List<TensorInfo> tensors = new ArrayList<>();
        weights.forEach((name, weight) -> tensors.add(new TensorInfo(name, StoredType.F32, weight.shape())));
        try (SafetensorsWriter writer = SafetensorsWriter.create(target, tensors)) {
            for (Weight weight : weights.values()) {
                MemorySegment values = weight.stored().floats();
                writer.append(weight.transposed() ? transposed(values, weight) : values);
            }
            writer.finish();
        }
    }

    private static MemorySegment transposed(MemorySegment values, Weight weight) {
        int rows = weight.shape().dimension(0);
        int columns = weight.shape().dimension(1);
        MemorySegment out = MemorySegment.ofArray(new byte[Math.toIntExact(values.byteSize())]);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                int bits = values.getAtIndex(BITS, (long) column * rows + row);
                out.setAtIndex(BITS, (long) row * columns + column, bits);
            }
        }
        return out;
    }

    private static boolean copyTokenizer(Path file, Path folder) throws IOException {
        String name = file.getFileName().toString();
        String stem = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
        List<Path> found = Stream.of(stem + "-" + TOKENIZER, TOKENIZER)
                .map(file.toAbsolutePath()::resolveSibling)
                .filter(Files::isRegularFile)
                .toList();
        if (found.isEmpty()) {
            return false;
        }
        write(folder.resolve(TOKENIZER), Files.readAllBytes(found.getFirst()));
        return true;
    }

    private static void write(Path target, byte[] content) throws IOException {
        try (AtomicFile file = AtomicFile.create(target)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                file.channel().write(bytes);
            }
            file.commit();
        }
    }
}
