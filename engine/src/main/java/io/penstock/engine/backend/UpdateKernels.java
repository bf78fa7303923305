package io.penstock.engine.backend;

import io.penstock.engine.tensor.Tensor;

/** The gradient's norm, and updates of weights in one pass over weight, gradient and state. */
public interface UpdateKernels {

    /** The sum of squares of all elements, accumulated in float64 in a fixed order; NaN or infinity if one is in it. */
    double sumOfSquares(Tensor in);

    /**
     * SGD with momentum: g = gradientScale·gradient + weightDecay·w; velocity = momentum·velocity + g; w −=
     * learningRate·velocity. With momentum 0 the old velocity is not read, and velocity may be gradient. The gradient's content
     * is used up.
     */
    void sgd(Tensor weight, Tensor gradient, Tensor velocity, SgdStep step);

    /**
     * One Adam step (Kingma and Ba, 2015, algorithm 1) with bias correction; the gradient is first multiplied by
     * gradientScale; weightDecay is added to the gradient (L2) unless decoupled, when w is first multiplied by 1 −
     * learningRate·weightDecay (Loshchilov and Hutter, 2019, algorithm 2). The gradient's content is used up.
     */
    void adam(Tensor weight, Tensor gradient, Tensor mean, Tensor variance, AdamStep step);

    /** The hyperparameters of one step of SGD. */
    record SgdStep(float learningRate, float momentum, float weightDecay, float gradientScale) {}

    /**
     * The hyperparameters of one Adam step.
     *
     * @param step counted from 1
     */
    record AdamStep(
            long step,
            double learningRate,
            double beta1,
            double beta2,
            double epsilon,
            double weightDecay,
            boolean decoupled,
            double gradientScale) {}
}
