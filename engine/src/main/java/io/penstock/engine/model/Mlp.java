package io.penstock.engine.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.backend.Activation;
import io.penstock.engine.layer.Activate;
import io.penstock.engine.layer.Dropout;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Linear;
import io.penstock.engine.rule.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A multi-layer perceptron: fully connected layers with an activation, and dropout if asked for, after each but the last.
 * The N-th fully connected layer is named {@code layers.N}, what follows it {@code layers.N.act} and {@code layers.N.drop}.
 *
 * @param hiddenSizes outputs of all fully connected layers but the last; may be empty
 * @param dropout probability that a hidden value is zeroed in training; 0 for no dropout layers
 * @param from folder of the checkpoint that training goes on from, absent to start anew
 */
public record Mlp(
        int inputSize,
        List<Integer> hiddenSizes,
        int outputSize,
        @JsonProperty(defaultValue = "relu") Activation activation,
        @JsonProperty(defaultValue = "0") double dropout,
        @Nullable String from)
        implements Model {

    private static final int MAX_SIZE = 1 << 20;
    private static final int MAX_HIDDEN = 1024;

    /** Values of the largest weight matrix, 2 GiB of float32. */
    private static final long MAX_WEIGHTS = 1L << 29;

    public Mlp {
        hiddenSizes = List.copyOf(hiddenSizes);
        Rules rules = new Rules()
                .between("inputSize", inputSize, 1, MAX_SIZE)
                .between("outputSize", outputSize, 1, MAX_SIZE)
                .share("dropout", dropout, 0, 1)
                .require(
                        hiddenSizes.size() <= MAX_HIDDEN,
                        "/hiddenSizes",
                        "hiddenSizes has %d entries: use at most %d".formatted(hiddenSizes.size(), MAX_HIDDEN));
        for (int i = 0; i < Math.min(hiddenSizes.size(), MAX_HIDDEN); i++) {
            rules.between("hiddenSizes/" + i, hiddenSizes.get(i), 1, MAX_SIZE);
        }
        rules.check();
        checkWeights(widths(inputSize, hiddenSizes, outputSize));
    }

    /** A model that starts anew. */
    public Mlp(int inputSize, List<Integer> hiddenSizes, int outputSize, Activation activation, double dropout) {
        this(inputSize, hiddenSizes, outputSize, activation, dropout, null);
    }

    private static void checkWeights(List<Integer> widths) {
        Rules rules = new Rules();
        for (int i = 1; i < widths.size(); i++) {
            long in = widths.get(i - 1);
            long out = widths.get(i);
            String pointer = i < widths.size() - 1 ? "/hiddenSizes/" + (i - 1) : "/outputSize";
            rules.require(
                    in * out <= MAX_WEIGHTS,
                    pointer,
                    "%d × %d weights are more than %d: use at most %d"
                            .formatted(out, in, MAX_WEIGHTS, MAX_WEIGHTS / in));
        }
        rules.check();
    }

    private static List<Integer> widths(int inputSize, List<Integer> hiddenSizes, int outputSize) {
        List<Integer> widths = new ArrayList<>(hiddenSizes.size() + 2);
        widths.add(inputSize);
        widths.addAll(hiddenSizes);
        widths.add(outputSize);
        return widths;
    }

    @Override
    public Map<String, Object> config() {
        return MlpConfig.write(this);
    }

    @Override
    public List<Layer> layers() {
        List<Integer> widths = widths(inputSize, hiddenSizes, outputSize);
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i <= hiddenSizes.size(); i++) {
            String name = "layers." + i;
            int width = widths.get(i + 1);
            layers.add(Linear.of(name, widths.get(i), width));
            if (i < hiddenSizes.size()) {
                addHidden(layers, name, width);
            }
        }
        return List.copyOf(layers);
    }

    private void addHidden(List<Layer> layers, String name, int width) {
        layers.add(new Activate(name + ".act", activation, width));
        if (dropout > 0) {
            layers.add(new Dropout(name + ".drop", dropout, width));
        }
    }
}
