package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.loss.Loss;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Tensor;

/** The losses of one step's micro-batches, added in micro-batch order, whatever the order they were computed in. */
final class LossBook {

    private final Backend backend;
    private final Loss loss;
    private final double[] sums;
    private long counted;
    private float scale;

    LossBook(Backend backend, Loss loss, int microBatches) {
        this.backend = backend;
        this.loss = loss;
        this.sums = new double[microBatches];
    }

    /**
     * Begins a step.
     *
     * @param counted targets of the whole step: loss and gradients are means over them
     * @param lossScale the gradients are multiplied by it
     */
    void start(long counted, float lossScale) {
        this.counted = counted;
        this.scale = counted == 0 ? 0 : lossScale / counted;
    }

    /** Notes the micro-batch's loss and returns the gradient of the step's mean loss for its output [n, out]. */
    Tensor evaluate(int microBatch, Tensor output, Tensor targets) {
        Tensor gradient = backend.allocate(DType.F32, output.shape());
        sums[microBatch] = loss.evaluate(backend, output, targets, scale, gradient);
        return gradient;
    }

    /** The mean loss, 0 if nothing counted. */
    double mean() {
        double sum = 0;
        for (double part : sums) {
            sum += part;
        }
        return counted == 0 ? 0 : sum / counted;
    }
}
