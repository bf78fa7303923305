package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;

/** Rows of unsigned bytes, which become float32 times a scale only when they are used. */
final class ByteRows implements Rows {

    private final byte[] bytes;
    private final int width;
    private final float scale;

    ByteRows(byte[] bytes, int width, float scale) {
        this.bytes = bytes;
        this.width = width;
        this.scale = scale;
    }

    @Override
    public int count() {
        return bytes.length / width;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public void write(int row, MemorySegment out, long offset) {
        int from = row * width;
        for (int i = 0; i < width; i++) {
            out.set(FloatRows.FLOAT, offset + (long) Float.BYTES * i, Byte.toUnsignedInt(bytes[from + i]) * scale);
        }
    }
}
