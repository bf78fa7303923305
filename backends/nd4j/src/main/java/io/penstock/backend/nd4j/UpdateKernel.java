package io.penstock.backend.nd4j;

import static io.penstock.backend.nd4j.Arithmetic.addScaled;
import static io.penstock.backend.nd4j.Arithmetic.scale;
import static io.penstock.backend.nd4j.Nd4jTensor.empty;
import static io.penstock.backend.nd4j.Nd4jTensor.matrix;

import io.penstock.engine.backend.UpdateKernels;
import io.penstock.engine.tensor.Tensor;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.impl.transforms.floating.Sqrt;
import org.nd4j.linalg.api.ops.impl.transforms.same.Square;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Weight updates composed of ND4J operations, with the gradient as scratch. ND4J's own Adam is not used: it adds epsilon to the
 * uncorrected root, and its 1 − β2 is off by 1e-5 because β2 is rounded to float32 first.
 */
final class UpdateKernel implements UpdateKernels {

    private final Scratch scratch;

    UpdateKernel(Scratch scratch) {
        this.scratch = scratch;
    }

    @Override
    public double sumOfSquares(Tensor in) {
        return HostKernel.sumOfSquares(
                Nd4jTensor.of(in).storage().host(), in.shape().size());
    }

    @Override
    public void sgd(Tensor weight, Tensor gradient, Tensor velocity, SgdStep step) {
        if (!empty(weight)) {
            sgd(matrix(weight), matrix(gradient), matrix(velocity), step);
        }
    }

    @Override
    public void adam(Tensor weight, Tensor gradient, Tensor mean, Tensor variance, AdamStep step) {
        if (!empty(weight)) {
            adam(matrix(weight), Nd4jTensor.of(gradient).storage(), matrix(mean), matrix(variance), step);
        }
    }

    private static void sgd(INDArray weight, INDArray gradient, INDArray velocity, SgdStep step) {
        if (step.gradientScale() != 1) {
            scale(gradient, step.gradientScale());
        }
        if (step.weightDecay() != 0) {
            addScaled(step.weightDecay(), weight, gradient);
        }
        if (step.momentum() == 0) {
            velocity.assign(gradient);
        } else {
            scale(velocity, step.momentum());
            addScaled(1, gradient, velocity);
        }
        addScaled(-step.learningRate(), velocity, weight);
    }

    /** w −= rate · mean ÷ (√variance + ε·√c2), where rate = learningRate · √c2 ÷ c1 and c = 1 − βᵗ. */
    private void adam(INDArray weight, Storage gradients, INDArray mean, INDArray variance, AdamStep step) {
        INDArray gradient = gradients.matrix();
        if (step.gradientScale() != 1) {
            scale(gradient, step.gradientScale());
        }
        double count = step.step();
        double rootCorrection2 = Math.sqrt(1 - Math.pow(step.beta2(), count));
        double rate = step.learningRate() * rootCorrection2 / (1 - Math.pow(step.beta1(), count));
        if (step.decoupled()) {
            scale(weight, 1 - step.learningRate() * step.weightDecay());
        } else if (step.weightDecay() != 0) {
            addScaled(step.weightDecay(), weight, gradient);
        }
        average(mean, step.beta1(), gradient);
        Nd4j.getExecutioner().exec(new Square(gradient, gradient));
        average(variance, step.beta2(), gradient);
        Nd4j.getExecutioner().exec(new Sqrt(variance, gradient));
        scratch.addNumber(step.epsilon() * rootCorrection2, gradients);
        scratch.arithmetic().divide(mean, gradient, gradient);
        addScaled(-rate, gradient, weight);
    }

    private static void average(INDArray average, double beta, INDArray value) {
        scale(average, beta);
        addScaled(1 - beta, value, average);
    }
}
