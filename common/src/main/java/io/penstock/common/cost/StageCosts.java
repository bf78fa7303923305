package io.penstock.common.cost;

/**
 * Seconds (or any one unit) that one micro-batch takes in one stage.
 *
 * @param forward F
 * @param backwardInput I
 * @param backwardWeight W
 */
public record StageCosts(double forward, double backwardInput, double backwardWeight) {

    /** Costs nothing. */
    public static final StageCosts ZERO = new StageCosts(0, 0, 0);

    public double backward() {
        return backwardInput + backwardWeight;
    }

    public double total() {
        return forward + backward();
    }

    public StageCosts plus(StageCosts other) {
        return new StageCosts(
                forward + other.forward, backwardInput + other.backwardInput, backwardWeight + other.backwardWeight);
    }

    public StageCosts times(double factor) {
        return new StageCosts(forward * factor, backwardInput * factor, backwardWeight * factor);
    }
}
