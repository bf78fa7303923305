package io.penstock.backend.nd4j;

import java.util.HashMap;
import java.util.Map;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Vectors of ones, with which BLAS adds and broadcasts. They are views of one buffer that grows with the longest. */
final class Ones implements AutoCloseable {

    private static final int MOST_VIEWS = 256;

    private final Map<Integer, INDArray> views = new HashMap<>();
    private INDArray longest =
            Nd4j.createUninitializedDetached(DataType.FLOAT, 'c', 1).assign(1);

    /** [length] */
    INDArray vector(int length) {
        if (length > longest.length()) {
            close();
            longest = Nd4j.createUninitializedDetached(DataType.FLOAT, 'c', 2L * length)
                    .assign(1);
        }
        if (views.size() == MOST_VIEWS) {
            views.clear();
        }
        return views.computeIfAbsent(length, size -> Arithmetic.view(longest, 0, new long[] {size}, 1));
    }

    @Override
    public void close() {
        views.clear();
        longest.close();
    }
}
