package io.penstock.engine.backend;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

/** Off-heap elements read and written as float64 whatever their type. */
final class ReferenceTensor extends Tensor {

    private final Arena arena = Arena.ofShared();
    private final MemorySegment storage;
    private final Consumer<Tensor> freed;

    ReferenceTensor(DType dtype, Shape shape, Consumer<Tensor> freed) {
        super(dtype, shape);
        this.storage = arena.allocate(bytes(), Long.BYTES);
        this.freed = freed;
    }

    static ReferenceTensor reference(Tensor tensor) {
        return (ReferenceTensor) tensor;
    }

    MemorySegment storage() {
        return storage;
    }

    double get(long row, long column) {
        return get(row * shape().columns() + column);
    }

    void set(long row, long column, double value) {
        set(row * shape().columns() + column, value);
    }

    double get(long index) {
        return switch (dtype()) {
            case F32 -> storage.getAtIndex(ValueLayout.JAVA_FLOAT, index);
            case F64 -> storage.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
            case I32 -> storage.getAtIndex(ValueLayout.JAVA_INT, index);
            case BF16, F16 -> HalfFloats.toDouble(dtype(), storage.getAtIndex(ValueLayout.JAVA_SHORT, index));
        };
    }

    void set(long index, double value) {
        switch (dtype()) {
            case F32 -> storage.setAtIndex(ValueLayout.JAVA_FLOAT, index, (float) value);
            case F64 -> storage.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
            case I32 -> storage.setAtIndex(ValueLayout.JAVA_INT, index, (int) value);
            case BF16, F16 -> storage.setAtIndex(ValueLayout.JAVA_SHORT, index, HalfFloats.toShort(dtype(), value));
        }
    }

    double[] row(int row) {
        double[] values = new double[shape().columns()];
        for (int j = 0; j < values.length; j++) {
            values[j] = get(row, j);
        }
        return values;
    }

    /** All values in order. */
    double[] values() {
        return rowMajor(false);
    }

    /** Overwrites all values. */
    void store(double... values) {
        for (int i = 0; i < values.length; i++) {
            set(i, values[i]);
        }
    }

    /** All values row by row, of this matrix or of its transpose. */
    double[] rowMajor(boolean transpose) {
        int rows = shape().rows();
        int columns = shape().columns();
        double[] values = new double[rows * columns];
        for (int i = 0; i < values.length; i++) {
            int row = i / columns;
            int column = i % columns;
            values[transpose ? column * rows + row : i] = get(i);
        }
        return values;
    }

    @Override
    protected void free() {
        arena.close();
        freed.accept(this);
    }
}
