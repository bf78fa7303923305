package io.penstock.backend.nd4j;

import io.penstock.engine.backend.Activation;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.ScalarOp;
import org.nd4j.linalg.api.ops.executioner.OpExecutioner;
import org.nd4j.linalg.api.ops.impl.scalar.RectifiedLinear;
import org.nd4j.linalg.api.ops.impl.scalar.Step;
import org.nd4j.linalg.api.ops.impl.transforms.same.OneMinus;
import org.nd4j.linalg.api.ops.impl.transforms.same.Square;
import org.nd4j.linalg.api.ops.impl.transforms.strict.Erf;
import org.nd4j.linalg.api.ops.impl.transforms.strict.Exp;
import org.nd4j.linalg.api.ops.impl.transforms.strict.Sigmoid;
import org.nd4j.linalg.api.ops.impl.transforms.strict.Tanh;
import org.nd4j.linalg.factory.Nd4j;

/** Activations composed of ND4J operations. Its own GELU is an approximation by a logistic function, so it is not used. */
final class ActivationKernel {

    private static final double SQRT_HALF = Math.sqrt(0.5);
    private static final double SQRT_2_OVER_PI = Math.sqrt(2 / Math.PI);
    private static final double BEND = 0.044715;
    private static final double NORMAL_PEAK = 1 / Math.sqrt(2 * Math.PI);

    private final OpExecutioner executioner = Nd4j.getExecutioner();

    /** Made once, since an operation with a new scalar takes ten times as long. */
    private final ScalarOp rectify;

    private final ScalarOp step;

    /** Any array of float32 will do. */
    ActivationKernel(INDArray example) {
        rectify = new RectifiedLinear(example, example, 0);
        step = new Step(example, example, 0);
    }

    private void apply(ScalarOp operation, INDArray x, INDArray out) {
        operation.setX(x);
        operation.setZ(out);
        executioner.exec(operation);
    }

    /** out = f(x); out may be x, scratch may not. */
    void value(Activation function, INDArray x, INDArray scratch, INDArray out) {
        switch (function) {
            case RELU -> apply(rectify, x, out);
            case TANH -> executioner.exec(new Tanh(x, out));
            case GELU -> {
                normalDistribution(x, scratch);
                x.muli(scratch, out);
            }
            case GELU_TANH -> {
                bentTanh(x, scratch);
                scratch.addi(1).muli(0.5);
                x.muli(scratch, out);
            }
            case SILU -> {
                executioner.exec(new Sigmoid(x, scratch));
                x.muli(scratch, out);
            }
        }
    }

    /** out = f'(x); out may be none of the others. */
    void derivative(Activation function, INDArray x, INDArray scratch, INDArray out) {
        switch (function) {
            case RELU -> apply(step, x, out);
            case TANH -> {
                executioner.exec(new Tanh(x, out));
                executioner.exec(new Square(out, out));
                executioner.exec(new OneMinus(out, out));
            }
            case GELU -> {
                normalDensity(x, scratch);
                scratch.muli(x);
                normalDistribution(x, out);
                out.addi(scratch);
            }
            case GELU_TANH -> bentSlope(x, scratch, out);
            case SILU -> {
                executioner.exec(new Sigmoid(x, out));
                executioner.exec(new OneMinus(out, scratch));
                scratch.muli(x).addi(1);
                out.muli(scratch);
            }
        }
    }

    /** out = Φ(x) = (1 + erf(x ÷ √2)) ÷ 2. */
    private void normalDistribution(INDArray x, INDArray out) {
        x.muli(SQRT_HALF, out);
        executioner.exec(new Erf(out, out));
        out.addi(1).muli(0.5);
    }

    /** out = φ(x) = e^(−x² ÷ 2) ÷ √2π. */
    private void normalDensity(INDArray x, INDArray out) {
        executioner.exec(new Square(x, out));
        out.muli(-0.5);
        executioner.exec(new Exp(out, out));
        out.muli(NORMAL_PEAK);
    }

    /** out = tanh(√(2/π) · (x + 0.044715·x³)). */
    private void bentTanh(INDArray x, INDArray out) {
        executioner.exec(new Square(x, out));
        out.muli(BEND * SQRT_2_OVER_PI).addi(SQRT_2_OVER_PI).muli(x);
        executioner.exec(new Tanh(out, out));
    }

    /** With t the tanh and u its argument: out = (1 + t) ÷ 2 · (1 + x · u' · (1 − t)). */
    private void bentSlope(INDArray x, INDArray scratch, INDArray out) {
        bentTanh(x, scratch);
        executioner.exec(new OneMinus(scratch, scratch));
        executioner.exec(new Square(x, out));
        out.muli(3 * BEND * SQRT_2_OVER_PI).addi(SQRT_2_OVER_PI).muli(x);
        out.muli(scratch).addi(1);
        scratch.muli(-0.5).addi(1);
        out.muli(scratch);
    }
}
