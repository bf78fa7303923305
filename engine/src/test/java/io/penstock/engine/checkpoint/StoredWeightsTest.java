package io.penstock.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.InvalidDataException;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.layer.ParameterSpec.Part;
import io.penstock.engine.model.FromCheckpoint;
import io.penstock.engine.model.Model;
import io.penstock.engine.model.ReferenceModel;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.stage.Weights;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StoredWeightsTest {

    @TempDir
    private Path folder;

    private DataRoot root;

    @BeforeEach
    void root() {
        root = new DataRoot(folder);
    }

    /** All parts of the model, loaded. */
    private Map<String, float[]> load(FromCheckpoint wish, Progress progress) {
        Model model = ModelFolder.read(root, wish);
        List<ParameterSpec> parameters = model.layers().stream()
                .flatMap(layer -> layer.parameters().stream())
                .distinct()
                .toList();
        StoredWeights weights = new StoredWeights(
                ModelFolder.open(root, wish.from()),
                model,
                Weights.initial(7),
                progress,
                StoredWeights.bytes(parameters));
        Map<String, float[]> loaded = new HashMap<>();
        try (Backend backend = new ReferenceBackend()) {
            for (ParameterSpec parameter : parameters) {
                try (Tensor value = backend.allocate(DType.F32, parameter.shape())) {
                    weights.fill(backend, parameter, value);
                    float[] all = backend.hostRead(value).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
                    int from = 0;
                    for (Part part : parameter.parts()) {
                        int to = from + (int) part.shape().size();
                        loaded.put(part.name(), Arrays.copyOfRange(all, from, to));
                        from = to;
                    }
                }
            }
        }
        return loaded;
    }

    private Map<String, float[]> load(String from) {
        return load(new FromCheckpoint(from, null, null, null), Progress.NONE);
    }

    private static void assertSame(Map<String, float[]> actual, Map<String, float[]> expected) {
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        expected.forEach((name, values) -> assertThat(actual.get(name)).as(name).isEqualTo(values));
    }

    @ParameterizedTest
    @EnumSource
    void fillWhenTensorsAreThereGivesTheirBits(ReferenceModel reference) {
        Path model = PublicFolder.of(folder, reference);
        long[] last = new long[2];

        Map<String, float[]> loaded =
                load(new FromCheckpoint(model.getFileName().toString(), null, null, null), (what, done, total) -> {
                    last[0] = done;
                    last[1] = total;
                });

        assertSame(loaded, reference.floats("weights"));
        assertThat(last[0]).isPositive().isEqualTo(last[1]);
    }

    @ParameterizedTest
    @CsvSource({
        "GPT2_TINY, ^, transformer.",
        "BERT_TINY, ^bert\\., ''",
        "BERT_TINY, LayerNorm.weight, LayerNorm.gamma",
        "BERT_TINY, LayerNorm.bias, LayerNorm.beta",
        "VIT_TINY, ^vit\\., ''",
        "LLAMA_TINY, ^model\\., ''",
    })
    void fillWhenNamesAreThoseOfOtherToolsFindsThem(ReferenceModel reference, String old, String other)
            throws IOException {
        Path model = PublicFolder.of(folder, reference);
        PublicFolder.rename(model, name -> name.replaceAll(old, other));

        assertSame(load(model.getFileName().toString()), reference.floats("weights"));
    }

    @Test
    void fillWhenTheContextIsShorterTakesTheFirstPositions() {
        PublicFolder.of(folder, ReferenceModel.GPT2_TINY);

        Map<String, float[]> loaded = load(new FromCheckpoint("gpt2_tiny", 16, null, null), Progress.NONE);

        Map<String, float[]> all = ReferenceModel.GPT2_TINY.floats("weights");
        assertThat(loaded.get("wpe.weight")).isEqualTo(Arrays.copyOf(all.get("wpe.weight"), 16 * 64));
        assertThat(loaded.get("wte.weight")).isEqualTo(all.get("wte.weight"));
    }

    @Test
    void fillWhenTheClassifierIsAnotherDrawsItAndKeepsTheRest() {
        PublicFolder.of(folder, ReferenceModel.VIT_TINY);

        Map<String, float[]> same = load(new FromCheckpoint("vit_tiny", null, 10, null), Progress.NONE);
        Map<String, float[]> other = load(new FromCheckpoint("vit_tiny", null, 4, null), Progress.NONE);

        Map<String, float[]> all = ReferenceModel.VIT_TINY.floats("weights");
        assertSame(same, all);
        assertThat(other.get("classifier.weight")).hasSize(4 * 48).isNotEqualTo(new float[4 * 48]);
        assertThat(other.get("classifier.bias")).isEqualTo(new float[4]);
        assertThat(other.get("vit.layernorm.weight")).isEqualTo(all.get("vit.layernorm.weight"));
    }

    @Test
    void fillWhenAMaskedLanguageModelBecomesAClassifierDrawsItsHead() {
        PublicFolder.of(folder, ReferenceModel.BERT_TINY);

        Map<String, float[]> loaded = load(new FromCheckpoint("bert_tiny", null, 3, null), Progress.NONE);

        assertThat(loaded.get("classifier.weight")).hasSize(3 * 48);
        assertThat(loaded.get("bert.pooler.dense.weight")).isNotEqualTo(new float[48 * 48]);
        assertThat(loaded.get("bert.embeddings.word_embeddings.weight"))
                .isEqualTo(ReferenceModel.BERT_TINY.floats("weights").get("bert.embeddings.word_embeddings.weight"));
    }

    @Test
    void fillWhenATensorIsMissingOrOfAnotherShapeNamesItAndTheFile() throws IOException {
        Path model = PublicFolder.of(folder, ReferenceModel.GPT2_TINY);
        Path config = model.resolve("config.json");
        Files.writeString(config, Files.readString(config).replace("\"n_inner\": null", "\"n_inner\": 128"));
        assertFault(
                "model.safetensors, tensor \"h.0.mlp.c_fc.weight\": has the shape [64, 256] but the model needs [64, 128]");

        PublicFolder.of(folder, ReferenceModel.GPT2_TINY);
        rename(model, name -> name.equals("h.3.attn.c_proj.bias") ? null : name);
        assertFault("model.safetensors, tensor \"h.3.attn.c_proj.bias\": is not there");

        Files.writeString(
                config,
                PublicFolder.config(ReferenceModel.GPT2_TINY).replace("\"n_positions\": 32", "\"n_positions\": 64"));
        assertFault("model.safetensors, tensor \"wpe.weight\": has the shape [32, 64] but the model needs [64, 64]");
    }

    private static void rename(Path model, UnaryOperator<String> names) throws IOException {
        PublicFolder.rename(model, names);
    }

    private void assertFault(String said) {
        assertThatExceptionOfType(InvalidCheckpointException.class)
                .isThrownBy(() -> load("gpt2_tiny"))
                .withMessageContaining(said);
    }

    @Test
    void openWhenTheFileIsCorruptMissingOrOutsideSaysWhy() throws IOException {
        Path model = PublicFolder.of(folder, ReferenceModel.GPT2_TINY);
        Path file = model.resolve("model.safetensors");
        byte[] bytes = Files.readAllBytes(file);

        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        assertClosed("model.safetensors, tensor");
        bytes[7] = 1;
        Files.write(file, bytes);
        assertClosed("model.safetensors says that its header has 72057594037");
        Files.delete(file);
        assertClosed("model.safetensors");
        Files.createSymbolicLink(file, Path.of("/etc/hostname"));
        assertClosed("leaves the data root");
    }

    private void assertClosed(String said) {
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> ModelFolder.open(root, "gpt2_tiny"))
                .withMessageContaining(said)
                .satisfies(e -> assertThat(e.pointer()).isEqualTo("/model/from"));
    }
}
