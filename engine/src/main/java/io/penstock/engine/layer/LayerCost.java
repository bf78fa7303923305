package io.penstock.engine.layer;

/**
 * What one sample costs in one layer, for the planner.
 *
 * @param forwardFlops floating-point operations of F
 * @param backwardInputFlops of I
 * @param backwardWeightFlops of W
 * @param stashBytes activation bytes kept from F to the layer's last backward action
 * @param outputBytes bytes of the output, sent if a stage ends here
 */
public record LayerCost(
        double forwardFlops, double backwardInputFlops, double backwardWeightFlops, long stashBytes, long outputBytes) {

    public double flops() {
        return forwardFlops + backwardInputFlops + backwardWeightFlops;
    }
}
