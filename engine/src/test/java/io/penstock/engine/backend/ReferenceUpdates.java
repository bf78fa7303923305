package io.penstock.engine.backend;

import static io.penstock.engine.backend.ReferenceTensor.reference;

import io.penstock.engine.tensor.Tensor;

/** The norm and the updates in float64. */
interface ReferenceUpdates extends UpdateKernels {

    @Override
    default double sumOfSquares(Tensor in) {
        double sum = 0;
        for (long i = 0; i < in.shape().size(); i++) {
            double x = reference(in).get(i);
            sum += x * x;
        }
        return sum;
    }

    @Override
    default void sgd(Tensor weight, Tensor gradient, Tensor velocity, SgdStep step) {
        for (long i = 0; i < weight.shape().size(); i++) {
            double w = reference(weight).get(i);
            double carried = step.momentum() == 0
                    ? 0
                    : step.momentum() * reference(velocity).get(i);
            double v = carried + step.gradientScale() * reference(gradient).get(i) + step.weightDecay() * w;
            reference(velocity).set(i, v);
            reference(weight).set(i, w - step.learningRate() * v);
        }
    }

    @Override
    default void adam(Tensor weight, Tensor gradient, Tensor mean, Tensor variance, AdamStep step) {
        double correction1 = 1 - Math.pow(step.beta1(), (double) step.step());
        double correction2 = 1 - Math.pow(step.beta2(), (double) step.step());
        for (long i = 0; i < weight.shape().size(); i++) {
            double w = reference(weight).get(i);
            double g =
                    step.gradientScale() * reference(gradient).get(i) + (step.decoupled() ? 0 : step.weightDecay() * w);
            double m = step.beta1() * reference(mean).get(i) + (1 - step.beta1()) * g;
            double v = step.beta2() * reference(variance).get(i) + (1 - step.beta2()) * g * g;
            double decayed = step.decoupled() ? w * (1 - step.learningRate() * step.weightDecay()) : w;
            double denominator = Math.sqrt(v / correction2) + step.epsilon();
            reference(mean).set(i, m);
            reference(variance).set(i, v);
            reference(weight).set(i, decayed - step.learningRate() * m / correction1 / denominator);
        }
    }
}
