package io.penstock.engine.loss;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;

/** What training minimises, computed by the last stage for one micro-batch at a time. */
public enum Loss {
    /** Softmax cross entropy in nats; targets are class labels. */
    @JsonProperty("cross_entropy")
    CROSS_ENTROPY(true) {
        @Override
        public double evaluate(Backend backend, Tensor output, Tensor target, float scale, Tensor gradient) {
            return backend.crossEntropy(output, target, scale, gradient);
        }
    },
    /** Squared error averaged over the values of a sample; targets are rows of values. */
    @JsonProperty("mean_squared_error")
    MEAN_SQUARED_ERROR(false) {
        @Override
        public double evaluate(Backend backend, Tensor output, Tensor target, float scale, Tensor gradient) {
            return backend.squaredError(output, target, scale, gradient);
        }
    };

    private final boolean labelled;

    Loss(boolean labelled) {
        this.labelled = labelled;
    }

    /**
     * The samples' losses and the gradient of their sum times scale, so that a scale of 1 ÷ (samples of the whole batch)
     * gives the batch mean's gradient however the batch is sliced.
     *
     * @param output [n, outputSize]
     * @param target as {@link #targetShape} says
     * @param gradient [n, outputSize], written; may be output
     * @return the unscaled sum of the n losses
     */
    public abstract double evaluate(Backend backend, Tensor output, Tensor target, float scale, Tensor gradient);

    /** True if targets are int32 class labels, false if they are float32 rows. */
    public boolean labelled() {
        return labelled;
    }

    public DType targetType() {
        return labelled ? DType.I32 : DType.F32;
    }

    /** The shape of the targets of n samples. */
    public Shape targetShape(int samples, int outputSize) {
        return labelled ? Shape.of(samples) : Shape.of(samples, outputSize);
    }
}
