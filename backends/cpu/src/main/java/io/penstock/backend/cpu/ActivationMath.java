package io.penstock.backend.cpu;

import io.penstock.engine.backend.Activation;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** The activations and their derivatives on vectors. */
final class ActivationMath {

    /** √(8/π): x/2 · (1 + tanh(u)) = x · logistic(2u) with u = √(2/π) · (x + 0.044715·x³). */
    private static final float GELU_SLOPE = (float) Math.sqrt(8 / Math.PI);

    private static final float GELU_CUBE = (float) (0.044715 * Math.sqrt(8 / Math.PI));
    private static final float NORMAL_PEAK = (float) (1 / Math.sqrt(2 * Math.PI));

    /** Where the derivatives have become 0 or 1; beyond, x² would overflow. */
    private static final float FAR = 32;

    private ActivationMath() {}

    static FloatVector value(Activation function, FloatVector x) {
        return switch (function) {
            case RELU -> relu(x);
            case GELU -> x.mul(normal(x, normalExponential(x)));
            case GELU_TANH -> x.div(VectorMath.exp(geluArgument(x).neg()).add(1));
            case TANH -> VectorMath.tanh(x);
            case SILU -> x.div(VectorMath.exp(x.neg()).add(1));
        };
    }

    static FloatVector derivative(Activation function, FloatVector x) {
        return switch (function) {
            case RELU -> Lanes.all(0).blend(1, x.compare(VectorOperators.GT, 0)).blend(x, nan(x));
            case GELU -> {
                FloatVector near = near(x);
                FloatVector exponential = normalExponential(near);
                yield near.mul(exponential).fma(Lanes.all(NORMAL_PEAK), normal(near, exponential));
            }
            case GELU_TANH -> {
                FloatVector near = near(x);
                FloatVector slope = near.mul(near).fma(Lanes.all(3 * GELU_CUBE), Lanes.all(GELU_SLOPE));
                yield logisticSlope(VectorMath.logistic(geluArgument(near)), near.mul(slope));
            }
            case TANH -> {
                FloatVector tanh = VectorMath.tanh(x);
                yield tanh.neg().fma(tanh, Lanes.all(1));
            }
            case SILU -> silu(VectorMath.logistic(x), near(x));
        };
    }

    /** The derivative of x · s for a logistic s of x: s + x · s · (1 − s). */
    static FloatVector silu(FloatVector logistic, FloatVector x) {
        return logisticSlope(logistic, x);
    }

    private static FloatVector logisticSlope(FloatVector logistic, FloatVector factor) {
        return factor.mul(logistic).fma(Lanes.all(1).sub(logistic), logistic);
    }

    private static FloatVector relu(FloatVector x) {
        return x.blend(0, x.compare(VectorOperators.LT, 0));
    }

    private static FloatVector geluArgument(FloatVector x) {
        return x.mul(x).fma(Lanes.all(GELU_CUBE), Lanes.all(GELU_SLOPE)).mul(x);
    }

    /** e^(−x² ÷ 2). */
    private static FloatVector normalExponential(FloatVector x) {
        return VectorMath.exp(x.mul(x).mul(-0.5f));
    }

    /** Φ(x). */
    private static FloatVector normal(FloatVector x, FloatVector exponential) {
        FloatVector tail = VectorMath.upperTail(x.abs(), exponential);
        return tail.blend(Lanes.all(1).sub(tail), x.compare(VectorOperators.GT, 0));
    }

    static FloatVector near(FloatVector x) {
        FloatVector inside = x.blend(-FAR, x.compare(VectorOperators.LT, -FAR));
        return inside.blend(FAR, x.compare(VectorOperators.GT, FAR));
    }

    private static VectorMask<Float> nan(FloatVector x) {
        return x.test(VectorOperators.IS_NAN);
    }
}
