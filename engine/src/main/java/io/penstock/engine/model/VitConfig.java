package io.penstock.engine.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A vision transformer in a config.json. */
final class VitConfig {

    static final String TYPE = "vit";

    private VitConfig() {}

    static Vit read(ConfigFields config, FromCheckpoint wish) {
        config.only("hidden_act", "gelu").only("qkv_bias", true).unknown("contextLength", wish.contextLength());
        int imageSize = config.whole("image_size");
        int patchSize = config.whole("patch_size");
        int channels = config.whole("num_channels", 3);
        int blocks = config.whole("num_hidden_layers");
        int hiddenSize = config.whole("hidden_size");
        int heads = config.whole("num_attention_heads");
        int intermediateSize = config.whole("intermediate_size");
        int classes = wish.classes() == null ? config.labels() : wish.classes();
        double dropout = config.number("hidden_dropout_prob", 0);
        double epsilon = config.number("layer_norm_eps", 1e-12);
        config.check();
        return new Vit(
                imageSize,
                patchSize,
                channels,
                blocks,
                hiddenSize,
                heads,
                intermediateSize,
                classes,
                wish.dropout() == null ? dropout : wish.dropout(),
                epsilon,
                wish.from());
    }

    static Map<String, Object> write(Vit model) {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("architectures", List.of("ViTForImageClassification"));
        config.put("model_type", TYPE);
        config.put("image_size", model.imageSize());
        config.put("patch_size", model.patchSize());
        config.put("num_channels", model.channels());
        config.put("num_hidden_layers", model.blocks());
        config.put("hidden_size", model.hiddenSize());
        config.put("num_attention_heads", model.heads());
        config.put("intermediate_size", model.intermediateSize());
        config.put("hidden_act", "gelu");
        config.put("qkv_bias", true);
        config.put("layer_norm_eps", model.epsilon());
        config.put("hidden_dropout_prob", model.dropout());
        config.put("attention_probs_dropout_prob", 0.0);
        config.put("id2label", ModelConfig.labels(model.classes()));
        return config;
    }
}
