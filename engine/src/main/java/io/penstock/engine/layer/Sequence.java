package io.penstock.engine.layer;

import io.penstock.engine.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Layers one after the other that stay on one stage. */
public final class Sequence implements Layer {

    private final String name;
    private final Chain chain;

    public Sequence(String name, List<Layer> layers) {
        this.name = name;
        this.chain = new Chain(layers);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public LayerCost cost(int tokens) {
        return chain.cost(tokens);
    }

    @Override
    public int tokensOut(int tokens) {
        return chain.tokensOut(tokens);
    }

    @Override
    public List<ParameterSpec> parameters() {
        return chain.parameters();
    }

    @Override
    public Tensor forward(Pass pass, Tensor in) {
        return chain.forward(pass, in);
    }

    @Override
    public @Nullable Tensor backwardInput(Pass pass, Tensor gradOut) {
        return chain.backwardInput(pass, gradOut);
    }

    @Override
    public void backwardWeight(Pass pass) {
        chain.backwardWeight(pass);
    }
}
