package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.TokenKernels.Patches;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Images to vectors (Dosovitskiy et al., 2021, equation 1): [n, channels · height · width] → [n, 1 + count, size], a class
 * token of its own first, then one vector a patch by a linear layer, each plus the row of its position.
 *
 * @param classToken [1, size]
 * @param positions [1 + count, size]
 * @param weight [size, patches.size()]
 * @param bias [size]
 */
public record PatchEmbedding(
        String name,
        Patches patches,
        int size,
        ParameterSpec classToken,
        ParameterSpec positions,
        ParameterSpec weight,
        ParameterSpec bias)
        implements Layer {

    private static final int CLASS = 0;
    private static final int POSITIONS = 1;
    private static final int WEIGHT = 2;
    private static final int BIAS = 3;

    @Override
    public LayerCost cost(int tokens) {
        long in = (long) Float.BYTES * patches.count() * patches.size();
        long out = (long) Float.BYTES * (1 + patches.count()) * size;
        double product = 2.0 * patches.count() * patches.size() * size;
        return new LayerCost(product, 0, product, in, in + out, out);
    }

    @Override
    public int tokensOut(int tokens) {
        return 1 + patches.count();
    }

    @Override
    public List<ParameterSpec> parameters() {
        return List.of(classToken, positions, weight, bias);
    }

    @Override
    public Tensor forward(Pass pass, Tensor in) {
        Backend backend = pass.backend();
        int samples = in.shape().dimension(0);
        int count = patches.count();
        Tensor out = backend.allocate(in.dtype(), Shape.of(samples, 1 + count, size));
        backend.fill(out, 0);
        try (Tensor cut = backend.allocate(in.dtype(), Shape.of(samples, count, patches.size()));
                Tensor vectors = backend.allocate(in.dtype(), Shape.of(samples, count, size));
                Tensor rows = patchRows(backend, samples);
                Tensor firsts = firstRows(backend, samples);
                Tensor classes = backend.allocate(in.dtype(), Shape.of(samples, size));
                Tensor zeros = RowNumbers.of(backend, samples, i -> 0)) {
            backend.cut(patches, in, cut);
            backend.matmul(cut, false, pass.parameter(WEIGHT).value(), true, 0, vectors);
            backend.addRow(vectors, pass.parameter(BIAS).value());
            backend.scatterAdd(vectors, rows, out);
            backend.gather(pass.parameter(CLASS).value(), zeros, 0, classes);
            backend.scatterAdd(classes, firsts, out);
            backend.addPositions(out, pass.parameter(POSITIONS).value());
            pass.save(cut);
        }
        return out;
    }

    private Tensor patchRows(Backend backend, int samples) {
        int count = patches.count();
        return RowNumbers.of(backend, samples * count, i -> i / count * (count + 1) + 1 + i % count);
    }

    private Tensor firstRows(Backend backend, int samples) {
        return RowNumbers.of(backend, samples, i -> i * (patches.count() + 1));
    }

    @Override
    public @Nullable Tensor backwardInput(Pass pass, Tensor gradOut) {
        pass.keepGradient(gradOut);
        if (!pass.inputNeeded()) {
            return null;
        }
        Backend backend = pass.backend();
        int samples = gradOut.shape().dimension(0);
        Tensor gradIn = backend.allocate(
                gradOut.dtype(), Shape.of(samples, patches.channels() * patches.height() * patches.width()));
        try (Tensor vectors = patchGradients(backend, gradOut);
                Tensor cut = backend.allocate(gradOut.dtype(), Shape.of(samples, patches.count(), patches.size()))) {
            backend.matmul(vectors, false, pass.parameter(WEIGHT).value(), false, 0, cut);
            backend.join(patches, cut, gradIn);
        }
        return gradIn;
    }

    private Tensor patchGradients(Backend backend, Tensor gradOut) {
        int samples = gradOut.shape().dimension(0);
        Tensor vectors = backend.allocate(gradOut.dtype(), Shape.of(samples, patches.count(), size));
        try (Tensor rows = patchRows(backend, samples)) {
            backend.gather(gradOut, rows, 0, vectors);
        }
        return vectors;
    }

    @Override
    public void backwardWeight(Pass pass) {
        Backend backend = pass.backend();
        Tensor gradOut = pass.gradient();
        int samples = gradOut.shape().dimension(0);
        Parameter table = pass.parameter(POSITIONS);
        backend.sumPositions(gradOut, table.beta(), table.gradient());
        try (Tensor vectors = patchGradients(backend, gradOut);
                Tensor firsts = firstRows(backend, samples);
                Tensor classes = backend.allocate(gradOut.dtype(), Shape.of(samples, size))) {
            Parameter own = pass.parameter(WEIGHT);
            backend.matmul(vectors, true, pass.saved(0), false, own.beta(), own.gradient());
            backend.sumRows(
                    vectors, pass.parameter(BIAS).beta(), pass.parameter(BIAS).gradient());
            backend.gather(gradOut, firsts, 0, classes);
            Parameter first = pass.parameter(CLASS);
            backend.sumRows(classes, first.beta(), first.gradient());
        }
    }
}
