package io.penstock.stage.network;

import io.penstock.common.wire.ElementType;
import io.penstock.common.wire.TensorHeader;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import io.penstock.stage.runtime.TensorKey;
import java.util.Arrays;
import java.util.List;

/** Between the engine's words for a tensor and the wire's. */
final class TensorBytes {

    private TensorBytes() {}

    static TensorHeader header(RunFrame run, TensorKey key, Tensor tensor) {
        return new TensorHeader(
                run.attempt(),
                key.step(),
                key.kind(),
                key.stage(),
                key.microBatch(),
                0,
                run.rank().rank(),
                wireType(tensor.dtype()),
                dims(tensor.shape()));
    }

    static ElementType wireType(DType type) {
        return switch (type) {
            case F32 -> ElementType.F32;
            case F64 -> ElementType.F64;
            case I32 -> ElementType.I32;
            case BF16 -> ElementType.BF16;
            case F16 -> ElementType.F16;
        };
    }

    static DType engineType(ElementType type) {
        return switch (type) {
            case F32 -> DType.F32;
            case F64 -> DType.F64;
            case I32 -> DType.I32;
            case BF16 -> DType.BF16;
            case F16 -> DType.F16;
        };
    }

    private static List<Integer> dims(Shape shape) {
        return Arrays.stream(shape.toArray()).boxed().toList();
    }

    static Shape shape(TensorHeader header) {
        return Shape.of(header.dims().stream().mapToInt(Integer::intValue).toArray());
    }

    static TensorKey key(TensorHeader header) {
        return new TensorKey(header.kind(), header.step(), header.stage(), header.microBatch());
    }
}
