package io.penstock.backend.nd4j;

import io.penstock.engine.tensor.DType;
import java.lang.foreign.MemorySegment;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.concurrency.AffinityManager.Location;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * One ND4J buffer seen as a matrix, as its transpose and as a vector. BLAS's rank-1 update takes column-major matrices, and the
 * transpose of a row-major matrix is the same bytes in that order. Views cost microseconds to make, so they live as long as the
 * buffer.
 *
 * @param matrix [rows, columns], row-major; at least [1, 1], since ND4J gives empty arrays no storage
 * @param transposed [columns, rows], column-major, the same buffer
 * @param vector [rows · columns], the same buffer
 */
record Storage(Layout layout, INDArray matrix, INDArray transposed, INDArray vector) {

    /** What makes buffers interchangeable. */
    record Layout(DType dtype, int rows, int columns) {

        long bytes() {
            return (long) dtype.bytes() * rows * columns;
        }
    }

    static Storage allocate(Layout layout) {
        DataType type = switch (layout.dtype()) {
            case F32 -> DataType.FLOAT;
            case F64 -> DataType.DOUBLE;
            case I32 -> DataType.INT32;
            case BF16 -> DataType.BFLOAT16;
            case F16 -> DataType.FLOAT16;
        };
        long[] shape = {Math.max(1, layout.rows()), Math.max(1, layout.columns())};
        INDArray matrix = Nd4j.createUninitializedDetached(type, 'c', shape);
        return new Storage(
                layout, matrix, matrix.transpose(), Arithmetic.view(matrix, 0, new long[] {shape[0] * shape[1]}, 1));
    }

    /** The bytes on the host, up to date. */
    MemorySegment host() {
        Nd4j.getAffinityManager().ensureLocation(matrix, Location.HOST);
        return MemorySegment.ofAddress(matrix.data().address()).reinterpret(layout.bytes());
    }

    /** Says that the host's bytes are the valid ones. */
    void hostWritten() {
        Nd4j.getAffinityManager().tagLocation(matrix, Location.HOST);
    }

    void free() {
        matrix.close();
    }
}
