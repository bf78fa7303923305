package io.penstock.stage.runtime;

import io.penstock.engine.checkpoint.StoredTensors;
import io.penstock.engine.checkpoint.TensorInfo;
import io.penstock.engine.model.Bert;
import io.penstock.engine.onnx.OnnxImport;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * all-MiniLM-L6-v2, a real pretrained encoder of 6 blocks, from its ONNX file.
 *
 * @param onnx the file
 * @param folder what it was imported to
 */
record MiniLm(Path onnx, Path folder) {

    static final int BLOCKS = 6;
    static final int SIZE = 384;

    /** Unpacks and imports it below a folder. */
    static MiniLm in(Path work) throws IOException {
        Path onnx = work.resolve("all-minilm-l6-v2.onnx");
        copy(onnx);
        copy(work.resolve("all-minilm-l6-v2-tokenizer.json"));
        Path folder = work.resolve("minilm");
        OnnxImport.run(onnx, folder);
        return new MiniLm(onnx, folder);
    }

    private static void copy(Path target) throws IOException {
        String name = "/" + target.getFileName();
        try (InputStream in = Objects.requireNonNull(MiniLm.class.getResourceAsStream(name), name)) {
            Files.copy(in, target);
        }
    }

    Path tokenizer() {
        return folder.resolve("tokenizer.json");
    }

    /** The model with a new head for so many classes. */
    static Bert model(int classes) {
        return new Bert(30_522, 512, 2, BLOCKS, SIZE, 12, 1536, classes, 0, 1e-12, null);
    }

    /** All weights by name. */
    Map<String, float[]> weights() throws IOException {
        StoredTensors stored = StoredTensors.open(folder);
        Map<String, float[]> weights = new HashMap<>();
        for (TensorInfo tensor : stored.tensors().values()) {
            float[] values = new float[Math.toIntExact(tensor.shape().size())];
            stored.floats(tensor.name(), 0, values.length, MemorySegment.ofArray(values));
            weights.put(tensor.name(), values);
        }
        return weights;
    }
}
