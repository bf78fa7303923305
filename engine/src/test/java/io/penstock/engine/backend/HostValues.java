package io.penstock.engine.backend;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Moves values between tests and tensors of any backend, as float64 whatever the tensor's type. */
public final class HostValues {

    private HostValues() {}

    /** A new tensor with the given content; empty content leaves it undefined. */
    public static Tensor tensor(Backend backend, DType dtype, Shape shape, double... values) {
        Tensor tensor = backend.allocate(dtype, shape);
        write(backend, tensor, values);
        return tensor;
    }

    public static void write(Backend backend, Tensor tensor, double... values) {
        MemorySegment bytes = backend.hostWrite(tensor);
        for (int i = 0; i < values.length; i++) {
            switch (tensor.dtype()) {
                case F32 -> bytes.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) values[i]);
                case F64 -> bytes.setAtIndex(ValueLayout.JAVA_DOUBLE, i, values[i]);
                case I32 -> bytes.setAtIndex(ValueLayout.JAVA_INT, i, (int) values[i]);
                case BF16, F16 ->
                    bytes.setAtIndex(ValueLayout.JAVA_SHORT, i, HalfFloats.toShort(tensor.dtype(), values[i]));
            }
        }
        backend.hostWritten(tensor);
    }

    public static double[] read(Backend backend, Tensor tensor) {
        MemorySegment bytes = backend.hostRead(tensor);
        double[] values = new double[Math.toIntExact(tensor.shape().size())];
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (tensor.dtype()) {
                case F32 -> bytes.getAtIndex(ValueLayout.JAVA_FLOAT, i);
                case F64 -> bytes.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
                case I32 -> bytes.getAtIndex(ValueLayout.JAVA_INT, i);
                case BF16, F16 -> HalfFloats.toDouble(tensor.dtype(), bytes.getAtIndex(ValueLayout.JAVA_SHORT, i));
            };
        }
        return values;
    }
}
