package io.penstock.engine.layer;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.ParameterSpec.Initial;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fully connected layer y = f(x·Wᵀ + b), where x is [n, in], W is [out, in] and b is [out]; or y = f(x·W + b) with W
 * [in, out], as GPT-2's checkpoints have it.
 *
 * @param weight its initial values are a matter of the model
 * @param bias absent for none
 * @param inputFirst true if W is [in, out]
 * @param activation f, absent for none
 */
public record Linear(
        String name,
        int in,
        int out,
        ParameterSpec weight,
        @Nullable ParameterSpec bias,
        boolean inputFirst,
        @Nullable Activation activation)
        implements Layer {

    private static final int WEIGHT = 0;
    private static final int BIAS = 1;
    private static final int INPUT = 0;
    private static final int SUM = 1;

    public Linear {
        checkSizes(name, in, out);
        Shape needed = inputFirst ? Shape.of(in, out) : Shape.of(out, in);
        if (!weight.shape().equals(needed)) {
            throw new IllegalArgumentException(
                    "the weight of %s is %s, not %s".formatted(name, weight.shape(), needed));
        }
        if (activation != null && bias == null) {
            throw new IllegalArgumentException(name + " has an activation and needs a bias");
        }
    }

    /**
     * With weight and bias uniform in ±1/√in, the default of PyTorch's {@code nn.Linear} (its {@code reset_parameters}).
     */
    public static Linear of(String name, int in, int out) {
        checkSizes(name, in, out);
        Initial initial = new Initial.Uniform(1 / Math.sqrt(in));
        return new Linear(
                name,
                in,
                out,
                ParameterSpec.of(name + ".weight", Shape.of(out, in), initial),
                ParameterSpec.of(name + ".bias", Shape.of(out), initial),
                false,
                null);
    }

    private static void checkSizes(String name, int in, int out) {
        if (in < 1 || out < 1) {
            throw new IllegalArgumentException(
                    "sizes of %s must be at least 1, got in %d and out %d".formatted(name, in, out));
        }
    }

    @Override
    public LayerCost cost(int tokens) {
        double product = 2.0 * in * out * tokens;
        double sums = bias == null ? 0 : (double) out * tokens;
        double activated = activation == null ? 0 : (double) activation.flops() * out * tokens;
        long inputs = (long) Float.BYTES * in * tokens;
        long outputs = (long) Float.BYTES * out * tokens;
        return new LayerCost(
                product + sums + activated,
                product + activated,
                product + sums,
                activation == null ? inputs : inputs + outputs,
                inputs + outputs,
                outputs);
    }

    @Override
    public List<ParameterSpec> parameters() {
        return bias == null ? List.of(weight) : List.of(weight, bias);
    }

    @Override
    public Tensor forward(Pass pass, Tensor x) {
        Backend backend = pass.backend();
        Tensor sum = backend.allocate(x.dtype(), x.shape().withColumns(out));
        backend.matmul(x, false, pass.parameter(WEIGHT).value(), !inputFirst, 0, sum);
        pass.save(x);
        if (activation == null) {
            if (bias != null) {
                backend.addRow(sum, pass.parameter(BIAS).value());
            }
            return sum;
        }
        try (sum) {
            Tensor y = backend.allocate(x.dtype(), sum.shape());
            backend.addRowActivate(activation, sum, pass.parameter(BIAS).value(), y);
            pass.save(sum);
            return y;
        }
    }

    @Override
    public @Nullable Tensor backwardInput(Pass pass, Tensor gradY) {
        if (activation == null) {
            return backwardSum(pass, gradY);
        }
        try (Tensor gradSum = pass.backend().allocate(gradY.dtype(), gradY.shape())) {
            pass.backend().activateBackward(activation, pass.saved(SUM), gradY, gradSum);
            pass.drop(SUM);
            return backwardSum(pass, gradSum);
        }
    }

    private @Nullable Tensor backwardSum(Pass pass, Tensor gradSum) {
        pass.keepGradient(gradSum);
        if (!pass.inputNeeded()) {
            return null;
        }
        Tensor gradX = pass.backend().allocate(gradSum.dtype(), gradSum.shape().withColumns(in));
        pass.backend().matmul(gradSum, false, pass.parameter(WEIGHT).value(), inputFirst, 0, gradX);
        return gradX;
    }

    @Override
    public void backwardWeight(Pass pass) {
        Backend backend = pass.backend();
        Tensor x = pass.saved(INPUT);
        Tensor gradSum = pass.gradient();
        Parameter own = pass.parameter(WEIGHT);
        backend.matmul(inputFirst ? x : gradSum, true, inputFirst ? gradSum : x, false, own.beta(), own.gradient());
        if (bias != null) {
            Parameter sums = pass.parameter(BIAS);
            backend.sumRows(gradSum, sums.beta(), sums.gradient());
        }
    }
}
