package io.penstock.engine.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Llama in a config.json. */
final class LlamaConfig {

    static final String TYPE = "llama";

    private LlamaConfig() {}

    static Llama read(ConfigFields config, FromCheckpoint wish) {
        config.only("hidden_act", "silu")
                .only("attention_bias", false)
                .only("mlp_bias", false)
                .only("rope_scaling")
                .unknown("classes", wish.classes())
                .unknown("dropout", wish.dropout());
        int vocabulary = config.whole("vocab_size");
        int contextLength = config.context("max_position_embeddings", wish.contextLength());
        int blocks = config.whole("num_hidden_layers");
        int hiddenSize = config.whole("hidden_size");
        int heads = config.whole("num_attention_heads");
        Integer keyValueHeads = config.wholeOrNull("num_key_value_heads");
        int intermediateSize = config.whole("intermediate_size");
        boolean tied = config.flag("tie_word_embeddings", false);
        double epsilon = config.number("rms_norm_eps", 1e-6);
        double rotaryBase = config.number("rope_theta", rotaryBase(config));
        config.only("head_dim", hiddenSize / Math.max(1, heads));
        config.check();
        return new Llama(
                vocabulary,
                contextLength,
                blocks,
                hiddenSize,
                heads,
                keyValueHeads,
                intermediateSize,
                tied,
                epsilon,
                rotaryBase,
                wish.from());
    }

    /** Newer files keep the rotary positions in an object of their own. */
    private static double rotaryBase(ConfigFields config) {
        ConfigFields rotary =
                config.within("rope_parameters").only("rope_type", "default").only("partial_rotary_factor", 1, 1.0);
        rotary.check();
        return rotary.number("rope_theta", 10_000);
    }

    static Map<String, Object> write(Llama model) {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("architectures", List.of("LlamaForCausalLM"));
        config.put("model_type", TYPE);
        config.put("vocab_size", model.vocabulary());
        config.put("max_position_embeddings", model.contextLength());
        config.put("num_hidden_layers", model.blocks());
        config.put("hidden_size", model.hiddenSize());
        config.put("num_attention_heads", model.heads());
        config.put("num_key_value_heads", model.keyValueHeads() == null ? model.heads() : model.keyValueHeads());
        config.put("intermediate_size", model.intermediateSize());
        config.put("hidden_act", "silu");
        config.put("rms_norm_eps", model.epsilon());
        config.put("rope_theta", model.rotaryBase());
        config.put("tie_word_embeddings", model.tied());
        return config;
    }
}
