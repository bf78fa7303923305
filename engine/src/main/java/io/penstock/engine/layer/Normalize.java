package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.NormKernels.Norm;
import io.penstock.engine.layer.ParameterSpec.Initial;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * LayerNorm or RMSNorm over the size values of a token, with weights that begin at 1 and, for LayerNorm, biases at 0.
 *
 * @param epsilon added to the variance or the mean of squares
 * @see Norm
 */
public record Normalize(String name, Norm norm, int size, double epsilon) implements Layer {

    private static final int WEIGHT = 0;
    private static final int BIAS = 1;
    private static final int INPUT = 0;
    private static final int STATISTICS = 1;
    private static final int FLOPS = 8;

    @Override
    public LayerCost cost(int tokens) {
        long bytes = (long) Float.BYTES * size * tokens;
        long statistics = 2L * Float.BYTES * tokens;
        double flops = (double) FLOPS * size * tokens;
        return new LayerCost(flops, flops, flops / 2, bytes + statistics, 2 * bytes + statistics, bytes);
    }

    @Override
    public List<ParameterSpec> parameters() {
        ParameterSpec weight = ParameterSpec.of(name + ".weight", Shape.of(size), new Initial.Constant(1));
        return switch (norm) {
            case LAYER -> List.of(weight, ParameterSpec.of(name + ".bias", Shape.of(size), new Initial.Constant(0)));
            case RMS -> List.of(weight);
        };
    }

    @Override
    public Tensor forward(Pass pass, Tensor in) {
        Backend backend = pass.backend();
        Tensor out = backend.allocate(in.dtype(), in.shape());
        try (Tensor statistics = statistics(backend, in)) {
            backend.normalize(norm, in, pass.parameter(WEIGHT).value(), bias(pass), (float) epsilon, out, statistics);
            pass.save(in);
            pass.save(statistics);
        }
        return out;
    }

    /** The same for the sum of in and addend, which is a tensor of its own. */
    Tensor forwardSum(Pass pass, Tensor in, Tensor addend) {
        Backend backend = pass.backend();
        Tensor out = backend.allocate(in.dtype(), in.shape());
        try (Tensor sum = backend.allocate(in.dtype(), in.shape());
                Tensor statistics = statistics(backend, in)) {
            backend.addNormalize(
                    norm,
                    in,
                    addend,
                    pass.parameter(WEIGHT).value(),
                    bias(pass),
                    (float) epsilon,
                    sum,
                    out,
                    statistics);
            pass.save(sum);
            pass.save(statistics);
        }
        return out;
    }

    private static Tensor statistics(Backend backend, Tensor in) {
        return backend.allocate(in.dtype(), Shape.of(in.shape().rows(), 2));
    }

    private @Nullable Tensor bias(Pass pass) {
        return norm == Norm.LAYER ? pass.parameter(BIAS).value() : null;
    }

    @Override
    public @Nullable Tensor backwardInput(Pass pass, Tensor gradOut) {
        pass.keepGradient(gradOut);
        if (!pass.inputNeeded()) {
            return null;
        }
        Tensor gradIn = pass.backend().allocate(gradOut.dtype(), gradOut.shape());
        pass.backend()
                .normalizeBackward(
                        norm,
                        pass.saved(INPUT),
                        pass.parameter(WEIGHT).value(),
                        pass.saved(STATISTICS),
                        gradOut,
                        pass.residual(),
                        gradIn);
        return gradIn;
    }

    @Override
    public void backwardWeight(Pass pass) {
        Parameter weight = pass.parameter(WEIGHT);
        float beta = weight.beta();
        Tensor gradBias = null;
        if (norm == Norm.LAYER) {
            pass.parameter(BIAS).beta();
            gradBias = pass.parameter(BIAS).gradient();
        }
        pass.backend()
                .normalizeWeight(
                        norm,
                        pass.saved(INPUT),
                        pass.saved(STATISTICS),
                        pass.gradient(),
                        beta,
                        weight.gradient(),
                        gradBias);
    }
}
