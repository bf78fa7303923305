package io.penstock.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.engine.checkpoint.StoredTensors;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OnnxImportTest {

    private static final String BLOCK = "encoder.layer.0.";

    @TempDir
    private Path work;

    private Path onnx(byte[] content) throws IOException {
        return Files.write(work.resolve("model.onnx"), content);
    }

    private Path folder() {
        return work.resolve("imported");
    }

    private float[] imported(String name) throws IOException {
        StoredTensors tensors = StoredTensors.open(folder());
        float[] values =
                new float[Math.toIntExact(tensors.tensors().get(name).shape().size())];
        tensors.floats(name, 0, values.length, MemorySegment.ofArray(values));
        return values;
    }

    private static float[] transposed(float[] values, int columns) {
        float[] out = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            out[i % columns * (values.length / columns) + i / columns] = values[i];
        }
        return out;
    }

    @Test
    void runWhenGraphIsAnEncoderWritesItsWeightsByName() throws IOException {
        TinyOnnx model = new TinyOnnx();
        OnnxImport.Summary summary = OnnxImport.run(onnx(model.write()), folder());

        assertThat(summary.leftOut()).containsExactly("classifier.weight");
        assertThat(summary.tensors()).isEqualTo(5 + 16);
        assertThat(imported("bert.embeddings.word_embeddings.weight"))
                .isEqualTo(model.stored().get("embeddings.word_embeddings.weight"));
        String inner = BLOCK + "intermediate.dense";
        assertThat(imported("bert." + inner + ".weight"))
                .isEqualTo(transposed(model.stored().get("onnx::MatMul_" + inner), TinyOnnx.INNER));
        assertThat(imported("bert." + inner + ".bias")).isEqualTo(model.stored().get(inner + ".bias"));
        for (String straight : new String[] {"attention.output.dense.weight", "output.dense.weight"}) {
            assertThat(imported("bert." + BLOCK + straight))
                    .isEqualTo(model.stored().get(BLOCK + straight));
        }
    }

    @Test
    void runWhenGraphIsAnEncoderWritesItsConfiguration() throws IOException {
        Files.writeString(work.resolve("model-tokenizer.json"), "{}");
        OnnxImport.Summary summary = OnnxImport.run(onnx(new TinyOnnx().write()), folder());

        JsonNode config =
                JsonMapper.shared().readTree(folder().resolve("config.json").toFile());
        assertThat(summary.tokenizer()).isTrue();
        assertThat(folder().resolve("tokenizer.json")).hasContent("{}");
        assertThat(config.path("model_type").asString()).isEqualTo("bert");
        assertThat(config.path("vocab_size").asInt()).isEqualTo(TinyOnnx.VOCABULARY);
        assertThat(config.path("hidden_size").asInt()).isEqualTo(TinyOnnx.SIZE);
        assertThat(config.path("num_hidden_layers").asInt()).isEqualTo(1);
        assertThat(config.path("num_attention_heads").asInt()).isEqualTo(TinyOnnx.SIZE / TinyOnnx.HEAD);
        assertThat(config.path("intermediate_size").asInt()).isEqualTo(TinyOnnx.INNER);
        assertThat(config.path("max_position_embeddings").asInt()).isEqualTo(3);
        assertThat(config.path("type_vocab_size").asInt()).isEqualTo(2);
        assertThat(config.path("layer_norm_eps").asDouble()).isEqualTo(1e-6);
    }

    @Test
    void runWhenFolderHoldsAModelIsRefused() throws IOException {
        Path file = onnx(new TinyOnnx().write());
        OnnxImport.run(file, folder());

        assertThatIOException()
                .isThrownBy(() -> OnnxImport.run(file, folder()))
                .withMessageContaining("another folder");
    }

    @Test
    void runWhenGraphIsAnotherModelSaysTheFirstDifference() throws IOException {
        assertRefused(new Proto().number(1, 6).message(7, new Proto()).toBytes(), "stores no \"embeddings.word_emb");
        assertRefused(new TinyOnnx().activation("Tanh").write(), "another activation than the exact GELU");
        assertRefused(new TinyOnnx().operation("CumSum").write(), "as RoBERTa does");
        assertRefused(
                new TinyOnnx()
                        .type("onnx::MatMul_" + BLOCK + "intermediate.dense", 3)
                        .write(),
                "ONNX element type 3, not float32");
    }

    private void assertRefused(byte[] content, String reason) throws IOException {
        Path file = onnx(content);
        assertThatThrownBy(() -> OnnxImport.run(file, folder()))
                .isInstanceOf(InvalidOnnxException.class)
                .hasMessageStartingWith("model.onnx ")
                .hasMessageContaining(reason);
        assertThat(folder().resolve("config.json")).doesNotExist();
        assertThat(folder().resolve("model.safetensors")).doesNotExist();
    }

    @Test
    void runWhenFileIsCutShortIsRefused() throws IOException {
        byte[] whole = new TinyOnnx().write();
        for (int length = 0; length < whole.length; length += 3) {
            Path file = onnx(Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> OnnxImport.run(file, folder())).isInstanceOf(InvalidOnnxException.class);
        }
    }

    @Test
    void runWhenBytesAreChangedIsRefusedOrImportsSomething() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] whole = new TinyOnnx().write();
        for (int i = 0; i < 100; i++) {
            byte[] changed = whole.clone();
            changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            try {
                OnnxImport.run(onnx(changed), work.resolve("imported" + i));
            } catch (InvalidOnnxException e) {
                assertThat(e).as("seed %d", seed).hasMessageStartingWith("model.onnx ");
            } catch (RuntimeException e) {
                throw new AssertionError("seed %d, change %d".formatted(seed, i), e);
            }
        }
    }
}
