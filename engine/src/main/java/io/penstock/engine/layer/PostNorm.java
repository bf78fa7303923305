package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Tensor;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** norm(x + layers(x)), the residual block of the first transformers (Vaswani et al., 2017, section 3.1) and of BERT. */
public final class PostNorm implements Layer {

    private final Sequence inner;
    private final Normalize norm;
    private final Chain both;

    public PostNorm(String name, List<Layer> layers, Normalize norm) {
        this.inner = new Sequence(name, layers);
        this.norm = norm;
        this.both = new Chain(List.of(inner, norm));
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public LayerCost cost(int tokens) {
        return both.cost(tokens);
    }

    @Override
    public List<ParameterSpec> parameters() {
        return both.parameters();
    }

    @Override
    public Tensor forward(Pass pass, Tensor in) {
        List<Pass> passes = pass.children(both);
        try (Tensor added = inner.forward(passes.getFirst(), in)) {
            return norm.forwardSum(passes.getLast(), in, added);
        }
    }

    @Override
    public @Nullable Tensor backwardInput(Pass pass, Tensor gradOut) {
        List<Pass> passes = pass.children(both);
        Backend backend = pass.backend();
        try (Tensor gradSum = Objects.requireNonNull(norm.backwardInput(passes.getLast(), gradOut))) {
            passes.getLast().shrink();
            passes.getFirst().inputNeeded(pass.inputNeeded());
            try (Tensor gradInner = inner.backwardInput(passes.getFirst(), gradSum)) {
                if (gradInner == null) {
                    return null;
                }
                Tensor gradIn = backend.allocate(gradOut.dtype(), gradOut.shape());
                backend.add(gradSum, gradInner, gradIn);
                return gradIn;
            }
        }
    }

    @Override
    public void backwardWeight(Pass pass) {
        both.backwardWeight(pass);
    }
}
