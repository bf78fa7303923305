package io.penstock.engine.layer;

import io.penstock.engine.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One layer of a model: what it is (parameters, cost) and what it does (F, I and W). A layer holds no tensors itself, so
 * the orchestrator can plan with the same class that a worker computes with; everything of one micro-batch lives in its
 * {@link Pass}.
 *
 * <p>Tensors are [samples, size], or [samples, tokens, size] where samples are sequences. Inputs stay the caller's; a layer
 * that needs one later puts it in the pass. Outputs are new and belong to the caller.
 */
public interface Layer {

    /** Global name, unique in the model, for example {@code layers.3}. */
    String name();

    /**
     * What one sample costs.
     *
     * @param tokens of the sample; 1 where samples are no sequences
     */
    LayerCost cost(int tokens);

    /** Tokens that come out of so many. */
    default int tokensOut(int tokens) {
        return tokens;
    }

    /** Trainable tensors in a fixed order; {@link Pass#parameter} counts in it. */
    default List<ParameterSpec> parameters() {
        return List.of();
    }

    /** F: [n, in] → [n, out]. */
    Tensor forward(Pass pass, Tensor in);

    /**
     * I: gradient of the output → gradient of the input. A layer with parameters also puts into the pass what W needs, and
     * returns nothing if {@link Pass#inputNeeded} says so.
     */
    @Nullable
    Tensor backwardInput(Pass pass, Tensor gradOut);

    /** W: adds this micro-batch's part to the gradients of the parameters. Called after I, once, in micro-batch order. */
    default void backwardWeight(Pass pass) {}
}
