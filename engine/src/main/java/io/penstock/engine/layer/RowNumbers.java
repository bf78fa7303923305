package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntUnaryOperator;

/** Computed row numbers for {@code gather} and {@code scatterAdd}. */
final class RowNumbers {

    private RowNumbers() {}

    /** I32 [count] with number.applyAsInt(i) at i; the caller owns it. */
    static Tensor of(Backend backend, int count, IntUnaryOperator number) {
        Tensor rows = backend.allocate(DType.I32, Shape.of(count));
        MemorySegment numbers = backend.hostWrite(rows);
        for (int i = 0; i < count; i++) {
            numbers.setAtIndex(ValueLayout.JAVA_INT, i, number.applyAsInt(i));
        }
        backend.hostWritten(rows);
        return rows;
    }
}
