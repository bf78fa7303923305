package io.penstock.backend.cpu;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A tensor in a pooled block. What follows its content up to the next cache line is its own too. */
final class CpuTensor extends Tensor {

    private final BlockPool pool;
    private volatile @Nullable Block block;

    CpuTensor(BlockPool pool, DType dtype, Shape shape) {
        super(dtype, shape);
        this.pool = pool;
        this.block = pool.take(bytes());
    }

    /** Where the content is. */
    static long address(Tensor tensor) {
        return ((CpuTensor) tensor).block().address();
    }

    /** The content as bytes. */
    static MemorySegment segment(Tensor tensor) {
        return ((CpuTensor) tensor).block().segment(tensor.bytes());
    }

    private Block block() {
        Block current = block;
        if (current == null) {
            throw new IllegalStateException("tensor " + shape() + " was already freed");
        }
        return current;
    }

    @Override
    protected void free() {
        Block last = block();
        block = null;
        pool.give(last, bytes());
    }
}
