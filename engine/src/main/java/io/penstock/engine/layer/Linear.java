package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.List;

/**
 * The fully connected layer y = x·Wᵀ + b, where x is [n, in], W is [out, in] and b is [out].
 *
 * <p>Initial weights and biases are uniform in ±1/√in, the default of PyTorch's {@code nn.Linear} (its
 * {@code reset_parameters}).
 */
public record Linear(String name, int in, int out) implements Layer {

    private static final int WEIGHT = 0;
    private static final int BIAS = 1;

    public Linear {
        if (in < 1 || out < 1) {
            throw new IllegalArgumentException(
                    "sizes of %s must be at least 1, got in %d and out %d".formatted(name, in, out));
        }
    }

    @Override
    public LayerCost cost() {
        double product = 2.0 * in * out;
        return new LayerCost(product + out, product, product + out, (long) Float.BYTES * in, (long) Float.BYTES * out);
    }

    @Override
    public List<ParameterSpec> parameters() {
        double bound = 1 / Math.sqrt(in);
        return List.of(
                new ParameterSpec(name + ".weight", Shape.of(out, in), bound),
                new ParameterSpec(name + ".bias", Shape.of(out), bound));
    }

    @Override
    public Tensor forward(Pass pass, Tensor x) {
        Backend backend = pass.backend();
        Tensor y = backend.allocate(x.dtype(), Shape.of(x.shape().rows(), out));
        backend.matmul(x, false, pass.parameter(WEIGHT).value(), true, 0, y);
        backend.addRow(y, pass.parameter(BIAS).value());
        pass.save(x);
        return y;
    }

    @Override
    public Tensor backwardInput(Pass pass, Tensor gradY) {
        Tensor gradX =
                pass.backend().allocate(gradY.dtype(), Shape.of(gradY.shape().rows(), in));
        pass.backend().matmul(gradY, false, pass.parameter(WEIGHT).value(), false, 0, gradX);
        return gradX;
    }

    @Override
    public void backwardWeight(Pass pass, Tensor gradY) {
        pass.backend()
                .matmul(
                        gradY,
                        true,
                        pass.saved(0),
                        false,
                        1,
                        pass.parameter(WEIGHT).gradient());
        pass.backend().sumRows(gradY, 1, pass.parameter(BIAS).gradient());
    }
}
