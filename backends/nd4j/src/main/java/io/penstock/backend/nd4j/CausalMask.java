package io.penstock.backend.nd4j;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.penstock.engine.tensor.DType;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.impl.broadcast.BroadcastAddOp;
import org.nd4j.linalg.factory.Nd4j;

/** Forbids positions to attend to later ones by −∞ added to their scores. Keeps the mask of the last length. */
final class CausalMask implements AutoCloseable {

    private int length;
    private @Nullable Storage mask;

    /** scores [heads · length, length] */
    void apply(INDArray scores, int size) {
        long square = (long) size * size;
        INDArray heads = Arithmetic.view(scores, 0, new long[] {scores.length() / square, square}, square, 1);
        Nd4j.getExecutioner().exec(new BroadcastAddOp(heads, of(size).matrix(), heads, 1));
    }

    private Storage of(int size) {
        if (mask == null || size != length) {
            close();
            Storage made = Storage.allocate(new Storage.Layout(DType.F32, 1, Math.multiplyExact(size, size)));
            MemorySegment values = made.host();
            for (int i = 0; i < size * size; i++) {
                values.setAtIndex(JAVA_FLOAT, i, i % size > i / size ? Float.NEGATIVE_INFINITY : 0);
            }
            made.hostWritten();
            mask = made;
            length = size;
        }
        return mask;
    }

    @Override
    public void close() {
        if (mask != null) {
            mask.free();
            mask = null;
        }
    }
}
