package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;

/** The first token of each sequence, which stands for the whole: [n, t, size] → [n, size]. */
public record SelectToken(String name, int size) implements Layer {

    @Override
    public LayerCost cost(int tokens) {
        long bytes = (long) Float.BYTES * size;
        return new LayerCost(size, (double) size * tokens, 0, 0, 0, bytes);
    }

    @Override
    public int tokensOut(int tokens) {
        return 1;
    }

    @Override
    public Tensor forward(Pass pass, Tensor in) {
        Backend backend = pass.backend();
        Shape shape = in.shape();
        pass.note(shape);
        Tensor out = backend.allocate(in.dtype(), Shape.of(shape.dimension(0), size));
        try (Tensor rows = firstRows(backend, shape)) {
            backend.gather(in, rows, 0, out);
        }
        return out;
    }

    private static Tensor firstRows(Backend backend, Shape shape) {
        return RowNumbers.of(backend, shape.dimension(0), i -> i * shape.dimension(1));
    }

    @Override
    public Tensor backwardInput(Pass pass, Tensor gradOut) {
        Backend backend = pass.backend();
        Tensor gradIn = backend.allocate(gradOut.dtype(), pass.noted());
        backend.fill(gradIn, 0);
        try (Tensor rows = firstRows(backend, pass.noted())) {
            backend.scatterAdd(gradOut, rows, gradIn);
        }
        return gradIn;
    }
}
