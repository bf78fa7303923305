package io.penstock.engine.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** BERT in a config.json: a classifier if its architecture says so or classes are wished for, else a masked language model. */
final class BertConfig {

    static final String TYPE = "bert";

    private static final String CLASSIFIER = "BertForSequenceClassification";

    private BertConfig() {}

    static Bert read(ConfigFields config, FromCheckpoint wish) {
        config.only("hidden_act", "gelu")
                .only("position_embedding_type", "absolute")
                .only("is_decoder", false)
                .only("add_cross_attention", false)
                .only("tie_word_embeddings", true);
        int vocabulary = config.whole("vocab_size");
        int contextLength = config.context("max_position_embeddings", wish.contextLength());
        int tokenTypes = config.whole("type_vocab_size", 2);
        int blocks = config.whole("num_hidden_layers");
        int hiddenSize = config.whole("hidden_size");
        int heads = config.whole("num_attention_heads");
        int intermediateSize = config.whole("intermediate_size");
        double dropout = config.number("hidden_dropout_prob", 0.1);
        double epsilon = config.number("layer_norm_eps", 1e-12);
        Integer classes = classes(config, wish);
        config.check();
        return new Bert(
                vocabulary,
                contextLength,
                tokenTypes,
                blocks,
                hiddenSize,
                heads,
                intermediateSize,
                classes,
                wish.dropout() == null ? dropout : wish.dropout(),
                epsilon,
                wish.from());
    }

    private static @Nullable Integer classes(ConfigFields config, FromCheckpoint wish) {
        if (wish.classes() != null) {
            return wish.classes();
        }
        return config.hasArchitecture(CLASSIFIER) ? config.labels() : null;
    }

    static Map<String, Object> write(Bert model) {
        Integer classes = model.classes();
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("architectures", List.of(classes == null ? "BertForMaskedLM" : CLASSIFIER));
        config.put("model_type", TYPE);
        config.put("vocab_size", model.vocabulary());
        config.put("max_position_embeddings", model.contextLength());
        config.put("type_vocab_size", model.tokenTypes());
        config.put("num_hidden_layers", model.blocks());
        config.put("hidden_size", model.hiddenSize());
        config.put("num_attention_heads", model.heads());
        config.put("intermediate_size", model.intermediateSize());
        config.put("hidden_act", "gelu");
        config.put("position_embedding_type", "absolute");
        config.put("layer_norm_eps", model.epsilon());
        config.put("hidden_dropout_prob", model.dropout());
        config.put("attention_probs_dropout_prob", 0.0);
        config.put("tie_word_embeddings", true);
        if (classes != null) {
            config.put("id2label", ModelConfig.labels(classes));
        }
        return config;
    }
}
