package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Class labels that are added one by one. */
final class LabelRows implements Rows {

    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private int[] labels = new int[1024];
    private int count;

    void add(int label) {
        if (count == labels.length) {
            labels = Arrays.copyOf(labels, Math.multiplyExact(2, count));
        }
        labels[count++] = label;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public void write(int row, MemorySegment out, long offset) {
        out.set(INT, offset, labels[row]);
    }
}
