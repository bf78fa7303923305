package io.penstock.engine.model;

import io.penstock.engine.backend.Activation;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A multi-layer perceptron in a config.json: no public family, so its fields are those of a job. */
final class MlpConfig {

    static final String TYPE = "penstock_mlp";

    private MlpConfig() {}

    static Mlp read(ConfigFields config, FromCheckpoint wish) {
        config.unknown("contextLength", wish.contextLength()).unknown("classes", wish.classes());
        int inputSize = config.whole("inputSize");
        List<Integer> hiddenSizes = config.wholes("hiddenSizes");
        int outputSize = config.whole("outputSize");
        String activation = config.text("activation");
        double dropout = config.number("dropout", 0);
        config.only(
                "activation",
                Arrays.stream(Activation.values()).map(MlpConfig::text).toArray());
        config.check();
        return new Mlp(
                inputSize,
                hiddenSizes,
                outputSize,
                Activation.valueOf(activation.toUpperCase(Locale.ROOT)),
                wish.dropout() == null ? dropout : wish.dropout(),
                wish.from());
    }

    static Map<String, Object> write(Mlp model) {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("model_type", TYPE);
        config.put("inputSize", model.inputSize());
        config.put("hiddenSizes", model.hiddenSizes());
        config.put("outputSize", model.outputSize());
        config.put("activation", text(model.activation()));
        config.put("dropout", model.dropout());
        return config;
    }

    private static String text(Activation activation) {
        return activation.name().toLowerCase(Locale.ROOT);
    }
}
