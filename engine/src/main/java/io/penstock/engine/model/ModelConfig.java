package io.penstock.engine.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Reads what a checkpoint's config.json says of its model; each model writes its own with {@link Model#config}. */
public final class ModelConfig {

    /** How each family is read, by its {@code model_type}. */
    private static final Map<String, Reader> FAMILIES = new TreeMap<>(Map.of(
            Gpt2Config.TYPE, Gpt2Config::read,
            LlamaConfig.TYPE, LlamaConfig::read,
            BertConfig.TYPE, BertConfig::read,
            VitConfig.TYPE, VitConfig::read,
            MlpConfig.TYPE, MlpConfig::read));

    @FunctionalInterface
    private interface Reader {

        Model read(ConfigFields config, FromCheckpoint wish);
    }

    private ModelConfig() {}

    /**
     * The model that a config.json describes, with what was wished for otherwise.
     *
     * @throws io.penstock.engine.rule.BrokenRulesException if it is of an unknown kind, a field is missing or wrong, or an
     *     option is not supported that changes what the model computes
     */
    public static Model read(JsonNode config, FromCheckpoint wish) {
        ConfigFields fields = new ConfigFields(config);
        String type = fields.text("model_type");
        Reader reader = FAMILIES.get(type);
        fields.require(
                reader != null || type.isEmpty(),
                "model_type is \"%s\": use one of %s".formatted(type, String.join(", ", FAMILIES.keySet())));
        fields.check();
        if (reader == null) {
            throw new IllegalStateException("an unknown model_type was refused");
        }
        return reader.read(fields, wish);
    }

    /** Names of classes as the public tools make them up: 0 → LABEL_0. */
    static Map<String, String> labels(int classes) {
        Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < classes; i++) {
            names.put(String.valueOf(i), "LABEL_" + i);
        }
        return names;
    }
}
