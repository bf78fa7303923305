package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Rows of float32 that are added one by one; they grow in blocks, so no row is ever moved. */
final class FloatRows implements Rows {

    static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final int BLOCK_VALUES = 1 << 16;

    private final int width;
    private final int rowsPerBlock;
    private final List<float[]> blocks = new ArrayList<>();
    private int count;

    FloatRows(int width) {
        this.width = width;
        this.rowsPerBlock = Math.max(1, BLOCK_VALUES / width);
    }

    /** Adds a copy of the row. */
    void add(float[] row) {
        int within = count % rowsPerBlock;
        if (within == 0) {
            blocks.add(new float[rowsPerBlock * width]);
        }
        System.arraycopy(row, 0, blocks.getLast(), within * width, width);
        count++;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public void write(int row, MemorySegment out, long offset) {
        float[] block = blocks.get(row / rowsPerBlock);
        MemorySegment.copy(block, row % rowsPerBlock * width, out, FLOAT, offset, width);
    }
}
