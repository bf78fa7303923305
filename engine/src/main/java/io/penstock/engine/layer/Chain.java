package io.penstock.engine.layer;

import io.penstock.engine.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Layers one after the other: the layers of a stage, or of a layer that is made of layers. */
public final class Chain {

    private final List<Layer> layers;
    private final List<ParameterSpec> parameters;
    private final int[] firstParameters;
    private final int firstTrainable;

    /** What is done to a tensor between two layers; it may change it in place. */
    @FunctionalInterface
    public interface Boundary {

        /** Nothing. */
        Boundary NONE = tensor -> {};

        void crossed(Tensor tensor);
    }

    public Chain(List<Layer> layers) {
        this.layers = List.copyOf(layers);
        this.parameters =
                layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
        this.firstParameters = new int[layers.size() + 1];
        int first = layers.size();
        for (int i = 0; i < layers.size(); i++) {
            int count = layers.get(i).parameters().size();
            firstParameters[i + 1] = firstParameters[i] + count;
            first = count > 0 ? Math.min(first, i) : first;
        }
        this.firstTrainable = first;
    }

    public List<Layer> layers() {
        return layers;
    }

    /** The parameters of all layers, in layer order. */
    public List<ParameterSpec> parameters() {
        return parameters;
    }

    /** Where in {@link #parameters} those of a layer begin; for the number of layers, where they end. */
    int firstParameter(int layer) {
        return firstParameters[layer];
    }

    private boolean trainable(int layer) {
        return firstParameters[layer + 1] > firstParameters[layer];
    }

    LayerCost cost(int tokens) {
        return LayerCost.sum(layers, tokens);
    }

    int tokensOut(int tokens) {
        int left = tokens;
        for (Layer layer : layers) {
            left = layer.tokensOut(left);
        }
        return left;
    }

    Tensor forward(Pass pass, Tensor in) {
        return forward(pass, in, Boundary.NONE);
    }

    /** F of all layers. */
    public Tensor forward(Pass pass, Tensor in, Boundary boundary) {
        List<Pass> passes = pass.children(this);
        Tensor current = in.retain();
        for (int i = 0; i < layers.size(); i++) {
            current = replace(current, layers.get(i).forward(passes.get(i), current));
            boundary.crossed(current);
        }
        return current;
    }

    private static Tensor replace(Tensor old, Tensor next) {
        old.close();
        return next;
    }

    @Nullable
    Tensor backwardInput(Pass pass, Tensor gradOut) {
        return backwardInput(pass, gradOut, Boundary.NONE);
    }

    /**
     * I of all layers; where the pass says that the input's gradient isn't needed, of those whose weights need it. What W
     * doesn't need is freed.
     */
    public @Nullable Tensor backwardInput(Pass pass, Tensor gradOut, Boundary boundary) {
        List<Pass> passes = pass.children(this);
        int last = pass.inputNeeded() ? 0 : firstTrainable;
        Tensor current = gradOut.retain();
        for (int i = layers.size() - 1; i >= last; i--) {
            Pass own = passes.get(i);
            own.inputNeeded(pass.inputNeeded() || i > firstTrainable);
            Tensor next = layers.get(i).backwardInput(own, current);
            current.close();
            free(own, trainable(i));
            if (next == null) {
                passes.subList(0, i).forEach(Pass::close);
                return null;
            }
            boundary.crossed(next);
            current = next;
        }
        return current;
    }

    private static void free(Pass pass, boolean neededByWeight) {
        if (neededByWeight) {
            pass.shrink();
        } else {
            pass.close();
        }
    }

    /** W of all layers, after I. */
    public void backwardWeight(Pass pass) {
        List<Pass> passes = pass.children(this);
        for (int i = layers.size() - 1; i >= 0; i--) {
            if (trainable(i)) {
                layers.get(i).backwardWeight(passes.get(i));
            }
            passes.get(i).close();
        }
    }
}
