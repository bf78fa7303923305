package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;

/** Two runs of rows as one. */
record JoinedRows(Rows first, Rows second) implements Rows {

    @Override
    public int count() {
        return first.count() + second.count();
    }

    @Override
    public int width() {
        return first.width();
    }

    @Override
    public void write(int row, MemorySegment out, long offset) {
        if (row < first.count()) {
            first.write(row, out, offset);
        } else {
            second.write(row - first.count(), out, offset);
        }
    }
}
