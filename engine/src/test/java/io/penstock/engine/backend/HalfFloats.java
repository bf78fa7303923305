package io.penstock.engine.backend;

import io.penstock.engine.tensor.DType;
import java.math.BigDecimal;

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
