package io.penstock.common.schedule;

import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.ListScheduling.Ahead;

/** How far one stage is while a step is played through: what has arrived for it, and what it has done. */
final class StageQueue {

    final int stage;
    final StageCosts times;
    final StageSizes sizes;
    private final double firstGradient;
    private final double[] inputs;
    private final double[] gradients;
    private int inputsKnown;
    private int gradientsKnown;
    private int forwards;
    private int backwards;
    private int weights;

    StageQueue(int stage, int microBatches, StageCosts times, StageSizes sizes, double firstGradient) {
        this.stage = stage;
        this.times = times;
        this.sizes = sizes;
        this.firstGradient = firstGradient;
        this.inputs = new double[microBatches];
        this.gradients = new double[microBatches];
    }

    /** All inputs are there from the beginning. */
    void feed() {
        inputsKnown = inputs.length;
    }

    void inputArrives(double time) {
        inputs[inputsKnown++] = time;
    }

    void gradientArrives(double time) {
        gradients[gradientsKnown++] = time;
    }

    /** When the next F can run, or never if its input is not on its way yet. */
    double nextInput() {
        return forwards < inputsKnown ? inputs[forwards] : Double.POSITIVE_INFINITY;
    }

    /** When the next I can run, or never if its gradient is not on its way yet. */
    double nextGradient() {
        return backwards < gradientsKnown ? gradients[backwards] : Double.POSITIVE_INFINITY;
    }

    /** True if a forward may run from now on, with or without a backward before it. */
    boolean mayGoAhead(Ahead ahead, double now) {
        return forwards == 0 || backwards > 0 || ahead.allows(now, now + times.forward(), firstGradient);
    }

    boolean owesWeights() {
        return weights < backwards;
    }

    boolean isDone() {
        return weights == inputs.length;
    }

    int forwards() {
        return forwards;
    }

    int weights() {
        return weights;
    }

    Action forward() {
        return new Action(stage, ActionKind.FORWARD, forwards++);
    }

    Action backwardInput() {
        return new Action(stage, ActionKind.BACKWARD_INPUT, backwards++);
    }

    Action backwardWeight() {
        return new Action(stage, ActionKind.BACKWARD_WEIGHT, weights++);
    }

    Action backward() {
        weights++;
        return new Action(stage, ActionKind.BACKWARD, backwards++);
    }
}
