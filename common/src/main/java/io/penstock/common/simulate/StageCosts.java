package io.penstock.common.simulate;

/**
 * Seconds (or any one unit) that one micro-batch takes in one stage.
 *
 * @param forward F
 * @param backwardInput I
 * @param backwardWeight W
 */
public record StageCosts(double forward, double backwardInput, double backwardWeight) {

    public double backward() {
        return backwardInput + backwardWeight;
    }
}
