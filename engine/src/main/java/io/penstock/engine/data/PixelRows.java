package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Rows of [channels, pixels] bytes in a mapped file, which become float32 only when they are used. */
@SuppressWarnings("ArrayRecordComponent")
record PixelRows(MemorySegment bytes, int pixels, float[] scales, float[] shifts) implements Rows {

    private static final float LARGEST = 255;

    static PixelRows of(MemorySegment bytes, ImagesSource source) {
        float[] scales = new float[source.channels()];
        float[] shifts = new float[source.channels()];
        for (int i = 0; i < scales.length; i++) {
            double std = source.std() == null ? 1 : source.std().get(i);
            double mean = source.mean() == null ? 0 : source.mean().get(i);
            scales[i] = (float) (1 / (LARGEST * std));
            shifts[i] = (float) (-mean / std);
        }
        return new PixelRows(bytes, source.height() * source.width(), scales, shifts);
    }

    @Override
    public int count() {
        return (int) (bytes.byteSize() / width());
    }

    @Override
    public int width() {
        return scales.length * pixels;
    }

    @Override
    public void write(int row, MemorySegment out, long offset) {
        long from = (long) row * width();
        long to = offset;
        for (int channel = 0; channel < scales.length; channel++) {
            for (int i = 0; i < pixels; i++) {
                int value = Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, from++));
                out.set(FloatRows.FLOAT, to, value * scales[channel] + shifts[channel]);
                to += Float.BYTES;
            }
        }
    }
}
