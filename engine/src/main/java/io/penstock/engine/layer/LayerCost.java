package io.penstock.engine.layer;

import java.util.ArrayList;
import java.util.List;

/**
 * What one sample costs in one layer, for the planner.
 *
 * @param forwardFlops floating-point operations of F
 * @param backwardInputFlops of I
 * @param backwardWeightFlops of W
 * @param stashBytes activation bytes kept from F to I
 * @param keptBytes bytes kept from I to W
 * @param outputBytes bytes of the output, sent if a stage ends here
 */
public record LayerCost(
        double forwardFlops,
        double backwardInputFlops,
        double backwardWeightFlops,
        long stashBytes,
        long keptBytes,
        long outputBytes) {

    public double flops() {
        return forwardFlops + backwardInputFlops + backwardWeightFlops;
    }

    /**
     * The cost of each of the layers, one after the other.
     *
     * @param tokens of a sample at the first one
     */
    public static List<LayerCost> of(List<Layer> layers, int tokens) {
        List<LayerCost> costs = new ArrayList<>(layers.size());
        int left = tokens;
        for (Layer layer : layers) {
            costs.add(layer.cost(left));
            left = layer.tokensOut(left);
        }
        return costs;
    }

    /** The layers as one. */
    static LayerCost sum(List<Layer> layers, int tokens) {
        LayerCost sum = new LayerCost(0, 0, 0, 0, 0, 0);
        for (LayerCost cost : of(layers, tokens)) {
            sum = new LayerCost(
                    sum.forwardFlops + cost.forwardFlops,
                    sum.backwardInputFlops + cost.backwardInputFlops,
                    sum.backwardWeightFlops + cost.backwardWeightFlops,
                    sum.stashBytes + cost.stashBytes,
                    sum.keptBytes + cost.keptBytes,
                    cost.outputBytes);
        }
        return sum;
    }
}
