package io.penstock.engine.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** GPT-2 in a config.json. */
final class Gpt2Config {

    static final String TYPE = "gpt2";

    private Gpt2Config() {}

    static Gpt2 read(ConfigFields config, FromCheckpoint wish) {
        double dropout = config.number("resid_pdrop", 0.1);
        double embedding = config.number("embd_pdrop", 0.1);
        config.only("activation_function", "gelu_new", "gelu_pytorch_tanh")
                .only("scale_attn_weights", true)
                .only("scale_attn_by_inverse_layer_idx", false)
                .only("add_cross_attention", false)
                .only("tie_word_embeddings", true)
                .unknown("classes", wish.classes())
                .require(
                        wish.dropout() != null || dropout == embedding,
                        "resid_pdrop is %s but embd_pdrop is %s: give dropout beside from"
                                .formatted(dropout, embedding));
        int vocabulary = config.whole("vocab_size");
        int contextLength = config.context("n_positions", wish.contextLength());
        int blocks = config.whole("n_layer");
        int hiddenSize = config.whole("n_embd");
        int heads = config.whole("n_head");
        Integer inner = config.wholeOrNull("n_inner");
        double epsilon = config.number("layer_norm_epsilon", 1e-5);
        config.check();
        return new Gpt2(
                vocabulary,
                contextLength,
                blocks,
                hiddenSize,
                heads,
                inner,
                wish.dropout() == null ? dropout : wish.dropout(),
                epsilon,
                wish.from());
    }

    static Map<String, Object> write(Gpt2 model) {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("architectures", List.of("GPT2LMHeadModel"));
        config.put("model_type", TYPE);
        config.put("vocab_size", model.vocabulary());
        config.put("n_positions", model.contextLength());
        config.put("n_layer", model.blocks());
        config.put("n_embd", model.hiddenSize());
        config.put("n_head", model.heads());
        if (model.intermediateSize() != null) {
            config.put("n_inner", model.intermediateSize());
        }
        config.put("activation_function", "gelu_new");
        config.put("layer_norm_epsilon", model.epsilon());
        config.put("resid_pdrop", model.dropout());
        config.put("embd_pdrop", model.dropout());
        config.put("attn_pdrop", 0.0);
        config.put("tie_word_embeddings", true);
        return config;
    }
}
