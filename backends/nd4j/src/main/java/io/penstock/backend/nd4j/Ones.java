package io.penstock.backend.nd4j;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Vectors of ones, with which BLAS adds and broadcasts. They are views of a buffer at least as long; where one is too short,
 * another of twice the length joins it, so a vector stays valid until all are closed.
 */
final class Ones implements AutoCloseable {

    private static final int MOST_VIEWS = 256;

    private final Map<Integer, INDArray> views = new HashMap<>();
    private final List<INDArray> buffers = new ArrayList<>();

    /** [length] */
    INDArray vector(int length) {
        if (views.size() == MOST_VIEWS) {
            views.clear();
        }
        return views.computeIfAbsent(length, size -> Arithmetic.view(buffer(size), 0, new long[] {size}, 1));
    }

    private INDArray buffer(int length) {
        if (buffers.isEmpty() || buffers.getLast().length() < length) {
            INDArray longer = Nd4j.createUninitializedDetached(DataType.FLOAT, 'c', 2L * length);
            buffers.add(longer.assign(1));
        }
        return buffers.getLast();
    }

    @Override
    public void close() {
        views.clear();
        buffers.forEach(INDArray::close);
    }
}
