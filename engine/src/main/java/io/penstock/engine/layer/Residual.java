package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** x + layers(norm(x)), the residual block with its norm inside ("pre-norm", Xiong et al., 2020, section 3). */
public final class Residual implements Layer {

    private final String name;
    private final Chain chain;

    /** @param layers the first is the norm, whose kernel adds the gradient that goes past the block */
    public Residual(String name, List<Layer> layers) {
        if (!(layers.getFirst() instanceof Normalize)) {
            throw new IllegalArgumentException("the first layer of %s must be a norm".formatted(name));
        }
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
    public List<ParameterSpec> parameters() {
        return chain.parameters();
    }

    @Override
    public Tensor forward(Pass pass, Tensor in) {
        Backend backend = pass.backend();
        try (Tensor inner = chain.forward(pass, in)) {
            Tensor out = backend.allocate(in.dtype(), in.shape());
            backend.add(in, inner, out);
            return out;
        }
    }

    @Override
    public @Nullable Tensor backwardInput(Pass pass, Tensor gradOut) {
        pass.children(chain).getFirst().residual(gradOut);
        return chain.backwardInput(pass, gradOut);
    }

    @Override
    public void backwardWeight(Pass pass) {
        chain.backwardWeight(pass);
    }
}
