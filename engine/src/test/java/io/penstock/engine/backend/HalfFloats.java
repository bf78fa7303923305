package io.penstock.engine.backend;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The 16-bit floating-point types by their definition: the nearest number they have, of two equally near the even one. */
final class HalfFloats {

    private HalfFloats() {}

    static double toDouble(DType dtype, short bits) {
        return dtype == DType.F16 ? Float.float16ToFloat(bits) : Float.intBitsToFloat(bits << 16);
    }

    /** Tries every number of the type. */
    static short toShort(DType dtype, double value) {
        if (Double.isNaN(value)) {
            return dtype == DType.F16 ? (short) 0x7E00 : (short) 0x7FC0;
        }
        short sign = (short) (Math.copySign(1, value) < 0 ? 0x8000 : 0);
        int infinity = dtype == DType.F16 ? 0x7C00 : 0x7F80;
        double magnitude = Math.abs(value);
        int below = 0;
        int above = infinity;
        while (above - below > 1) {
            int middle = (below + above) >>> 1;
            if (toDouble(dtype, (short) middle) <= magnitude) {
                below = middle;
            } else {
                above = middle;
            }
        }
        return (short) (sign | nearer(dtype, magnitude, below, above, infinity));
    }

    /** Bits of float32 numbers: where rounding is decided, around the ends of both types' ranges, and random ones. */
    static int[] samples() {
        IntStream special = DoubleStream.of(
                        0, 1, 65504, 0x1p-14, 0x1p-24, 0x1p-25, 0x1p-126, 0x1p-133, 0x1p-134, 3.3895e38)
                .flatMap(x -> IntStream.range(0, 8).mapToDouble(i -> x * (1 + i * 0x1p-9)))
                .mapToInt(x -> Float.floatToRawIntBits((float) x))
                .flatMap(bits -> IntStream.of(bits - 1, bits, bits + 1));
        IntStream ties = DoubleStream.of(
                        1 + 0x1p-8,
                        1 + 3 * 0x1p-8,
                        1 + 0x1p-11,
                        1 + 3 * 0x1p-11,
                        65519.996,
                        65520,
                        65536,
                        3 * 0x1p-25,
                        5 * 0x1p-25,
                        3 * 0x1p-134,
                        Float.MIN_VALUE,
                        Float.MAX_VALUE,
                        Float.POSITIVE_INFINITY,
                        Float.NaN)
                .mapToInt(x -> Float.floatToRawIntBits((float) x));
        // the NaN that becomes infinity when its lower half is cut off
        IntStream cut = IntStream.of(0x7F80_0001, 0x7F80_FFFF);
        IntStream positive = IntStream.concat(IntStream.concat(special, ties), cut);
        return IntStream.concat(
                        positive.flatMap(bits -> IntStream.of(bits, bits ^ Integer.MIN_VALUE)),
                        new SplittableRandom().ints(2001))
                .toArray();
    }

    /** What a backend makes of float32 bits. */
    static short[] narrowed(Backend backend, DType dtype, int... bits) {
        Shape shape = Shape.of(bits.length);
        try (Tensor in = backend.allocate(DType.F32, shape);
                Tensor out = backend.allocate(dtype, shape)) {
            MemorySegment.copy(bits, 0, backend.hostWrite(in), ValueLayout.JAVA_INT, 0, bits.length);
            backend.hostWritten(in);
            backend.convert(in, out);
            return backend.hostRead(out).toArray(ValueLayout.JAVA_SHORT);
        }
    }

    /** What a backend makes of all numbers of a type. */
    static float[] widened(Backend backend, DType dtype) {
        Shape shape = Shape.of(1 << 16);
        try (Tensor in = backend.allocate(dtype, shape);
                Tensor out = backend.allocate(DType.F32, shape)) {
            MemorySegment bytes = backend.hostWrite(in);
            for (int i = 0; i < 1 << 16; i++) {
                bytes.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) i);
            }
            backend.hostWritten(in);
            backend.convert(in, out);
            return backend.hostRead(out).toArray(ValueLayout.JAVA_FLOAT);
        }
    }

    private static int nearer(DType dtype, double magnitude, int below, int above, int infinity) {
        if (Double.isInfinite(magnitude)) {
            return infinity;
        }
        BigDecimal low = new BigDecimal(toDouble(dtype, (short) below));
        // infinity stands where the next number would be
        BigDecimal high = above == infinity
                ? low.add(low.subtract(new BigDecimal(toDouble(dtype, (short) (below - 1)))))
                : new BigDecimal(toDouble(dtype, (short) above));
        BigDecimal exact = new BigDecimal(magnitude);
        int order = exact.subtract(low).compareTo(high.subtract(exact));
        if (order == 0) {
            return below % 2 == 0 ? below : above;
        }
        return order < 0 ? below : above;
    }
}
