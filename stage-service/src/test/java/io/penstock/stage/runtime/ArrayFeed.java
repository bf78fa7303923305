package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.stage.Flow;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Feeds the same labelled batch at every step, in its own order. */
@SuppressWarnings("ArrayRecordComponent")
record ArrayFeed(Backend backend, float[][] inputs, int[] labels) implements Feed {

    @Override
    public Flow inputs(long step, int from, int to) {
        int width = inputs[0].length;
        Tensor tensor = backend.allocate(DType.F32, Shape.of(to - from, width));
        MemorySegment bytes = backend.hostWrite(tensor);
        for (int row = from; row < to; row++) {
            MemorySegment.copy(
                    inputs[row],
                    0,
                    bytes,
                    ValueLayout.JAVA_FLOAT_UNALIGNED,
                    (long) (row - from) * width * Float.BYTES,
                    width);
        }
        backend.hostWritten(tensor);
        return Flow.of(tensor);
    }

    @Override
    public long counted(long step, int samples) {
        return samples;
    }

    @Override
    public long heldOutCounted(int from, int to) {
        return to - from;
    }

    @Override
    public Tensor targets(long step, int from, int to) {
        Tensor tensor = backend.allocate(DType.I32, Shape.of(to - from));
        MemorySegment bytes = backend.hostWrite(tensor);
        MemorySegment.copy(labels, from, bytes, ValueLayout.JAVA_INT_UNALIGNED, 0, to - from);
        backend.hostWritten(tensor);
        return tensor;
    }

    @Override
    public Flow heldOutInputs(int from, int to) {
        return inputs(0, from, to);
    }

    @Override
    public Tensor heldOutTargets(int from, int to) {
        return targets(0, from, to);
    }
}
