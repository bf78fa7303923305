package io.penstock.common.draw;

import java.math.BigDecimal;
import java.math.MathContext;

/** Round moments on a time axis. */
public final class Ticks {

    private static final MathContext DIGITS = new MathContext(6);

    private Ticks() {}

    /** The next of 1, 2, 5, 10, 20 and so on, in any power of ten. */
    public static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        double lead = least / power;
        if (lead <= 1) {
            return power;
        }
        return power * (lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
    }

    /** A number with six significant digits and without trailing zeros. */
    public static String text(double number) {
        return new BigDecimal(number).round(DIGITS).stripTrailingZeros().toPlainString();
    }
}
