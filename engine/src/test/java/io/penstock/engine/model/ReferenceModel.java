package io.penstock.engine.model;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.optimizer.Adam;
import io.penstock.engine.optimizer.AdamW;
import io.penstock.engine.optimizer.Optimizer;
import io.penstock.engine.optimizer.Sgd;
import io.penstock.engine.tensor.SafetensorsFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Small models with the weights, batch, losses and gradients that PyTorch 2.13 gave for them: the same batch at each step, the
 * mean over what counts in the whole batch. Names and layouts are those of the public checkpoints.
 */
@SuppressWarnings("ImmutableEnumChecker")
public enum ReferenceModel {
    /** 16 × (Linear 128, ReLU), Linear 2. */
    COURSE_MLP(
            new Mlp(128, Collections.nCopies(16, 128), 2, Activation.RELU, 0), 1, new Adam(1e-3, 0.9, 0.999, 1e-8, 0)),
    GPT2_TINY(new Gpt2(128, 32, 4, 64, 4, null, 0, 1e-5, null), 32, new AdamW(1e-3, 0.9, 0.95, 1e-8, 0.1)),
    LLAMA_TINY(new Llama(96, 24, 4, 48, 6, 2, 128, false, 1e-5, 10_000, null), 24, new AdamW(1e-3, 0.9, 0.95, 1e-8, 0)),
    BERT_TINY(new Bert(100, 24, 2, 2, 48, 4, 96, null, 0, 1e-12, null), 24, new AdamW(1e-3, 0.9, 0.999, 1e-8, 0.01)),
    VIT_TINY(new Vit(16, 4, 3, 3, 48, 4, 96, 10, 0, 1e-12, null), 1, new Sgd(0.05, 0.9, 0));

    private final Model model;
    private final int tokens;
    private final Optimizer optimizer;

    ReferenceModel(Model model, int tokens, Optimizer optimizer) {
        this.model = model;
        this.tokens = tokens;
        this.optimizer = optimizer;
    }

    public Model model() {
        return model;
    }

    /** Tokens of a sample, 1 where samples are no sequences. */
    public int tokens() {
        return tokens;
    }

    public Optimizer optimizer() {
        return optimizer;
    }

    /** One of {@code weights}, {@code batch}, {@code grads} (of the first step) and {@code final}. */
    public SafetensorsFile file(String kind) {
        return SafetensorsFile.resource(
                "/reference/%s.%s.safetensors".formatted(name().toLowerCase(Locale.ROOT), kind));
    }

    /** All tensors of a file as float32, by name. */
    public Map<String, float[]> floats(String kind) {
        SafetensorsFile file = file(kind);
        Map<String, float[]> tensors = new HashMap<>();
        file.names().forEach(name -> tensors.put(name, floats(file.values(name))));
        return tensors;
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    /** Mean losses in float32, one per step, before its update. */
    public double[] losses() {
        return numbers("losses");
    }

    /** Global gradient norms in float32, one per step. */
    public double[] gradientNorms() {
        return numbers("grad_norms");
    }

    private double[] numbers(String field) {
        String path = "/reference/%s.json".formatted(name().toLowerCase(Locale.ROOT));
        try (InputStream in = Objects.requireNonNull(ReferenceModel.class.getResourceAsStream(path), path)) {
            return JsonMapper.shared()
                    .readTree(in)
                    .get("float32")
                    .get(field)
                    .valueStream()
                    .mapToDouble(JsonNode::asDouble)
                    .toArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
