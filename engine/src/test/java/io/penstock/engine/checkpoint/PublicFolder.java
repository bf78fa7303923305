package io.penstock.engine.checkpoint;

import io.penstock.engine.model.ReferenceModel;
import io.penstock.engine.tensor.SafetensorsFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Folders as the public tools leave them, made of the reference models. */
public final class PublicFolder {

    private PublicFolder() {}

    /** config.json with fields that do not matter, and the weights. */
    public static Path of(Path root, ReferenceModel reference) {
        String name = reference.name().toLowerCase(Locale.ROOT);
        String weights = "/reference/%s.weights.safetensors".formatted(name);
        try (InputStream in = Objects.requireNonNull(PublicFolder.class.getResourceAsStream(weights))) {
            Path folder = Files.createDirectories(root.resolve(name));
            Files.writeString(folder.resolve("config.json"), config(reference));
            Files.write(folder.resolve("model.safetensors"), in.readAllBytes());
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String config(ReferenceModel reference) {
        return switch (reference) {
            case COURSE_MLP -> """
                {"model_type": "penstock_mlp", "inputSize": 128, "outputSize": 2, "activation": "relu", "dropout": 0.0,
                 "hiddenSizes": [128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128]}
                """;
            case GPT2_TINY -> """
                {"activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"], "attn_pdrop": 0.0, "bos_token_id": 0,
                 "embd_pdrop": 0.0, "initializer_range": 0.02, "layer_norm_epsilon": 1e-05, "model_type": "gpt2", "n_ctx": 32,
                 "n_embd": 64, "n_head": 4, "n_inner": null, "n_layer": 4, "n_positions": 32, "resid_pdrop": 0.0,
                 "task_specific_params": {"text-generation": {"do_sample": true}}, "vocab_size": 128}
                """;
            case LLAMA_TINY -> """
                {"architectures": ["LlamaForCausalLM"], "attention_bias": false, "attention_dropout": 0.0, "hidden_act": "silu",
                 "hidden_size": 48, "intermediate_size": 128, "max_position_embeddings": 24, "model_type": "llama",
                 "num_attention_heads": 6, "num_hidden_layers": 4, "num_key_value_heads": 2, "pretraining_tp": 1,
                 "rms_norm_eps": 1e-05, "rope_scaling": null, "rope_theta": 10000.0, "tie_word_embeddings": false,
                 "torch_dtype": "float32", "vocab_size": 96}
                """;
            case BERT_TINY -> """
                {"architectures": ["BertForMaskedLM"], "attention_probs_dropout_prob": 0.0, "classifier_dropout": null,
                 "hidden_act": "gelu", "hidden_dropout_prob": 0.0, "hidden_size": 48, "intermediate_size": 96,
                 "layer_norm_eps": 1e-12, "max_position_embeddings": 24, "model_type": "bert", "num_attention_heads": 4,
                 "num_hidden_layers": 2, "pad_token_id": 0, "position_embedding_type": "absolute", "type_vocab_size": 2,
                 "vocab_size": 100}
                """;
            case VIT_TINY -> """
                {"architectures": ["ViTForImageClassification"], "encoder_stride": 4, "hidden_act": "gelu",
                 "hidden_dropout_prob": 0.0, "hidden_size": 48, "image_size": 16, "intermediate_size": 96,
                 "id2label": {"0": "a", "1": "b", "2": "c", "3": "d", "4": "e", "5": "f", "6": "g", "7": "h", "8": "i", "9": "j"},
                 "layer_norm_eps": 1e-12, "model_type": "vit", "num_attention_heads": 4, "num_channels": 3,
                 "num_hidden_layers": 3, "patch_size": 4, "qkv_bias": true}
                """;
        };
    }

    /** Writes the tensors of a folder again under other names; a null name leaves one out. */
    static void rename(Path folder, UnaryOperator<String> names) throws IOException {
        Path path = folder.resolve("model.safetensors");
        SafetensorsFile file = SafetensorsFile.of(Files.readAllBytes(path));
        List<String> kept = file.names().stream()
                .filter(name -> names.apply(name) != null)
                .sorted()
                .toList();
        List<TensorInfo> tensors = kept.stream()
                .map(name -> new TensorInfo(names.apply(name), StoredType.F32, file.shape(name)))
                .toList();
        try (SafetensorsWriter writer = SafetensorsWriter.create(path, tensors)) {
            for (String name : kept) {
                writer.append(MemorySegment.ofArray(file.bytes(name)));
            }
            writer.finish();
        }
    }
}
