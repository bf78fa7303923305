package io.penstock.cli.screen;

import io.penstock.common.draw.Ticks;
import io.penstock.common.simulate.Bubble;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as people read them; one that does not exist is a dash. */
final class Numbers {

    private static final String NONE = "-";

    private Numbers() {}

    static String loss(@Nullable Double loss) {
        return loss == null ? NONE : String.format(Locale.ROOT, "%.4f", loss);
    }

    static String percent(@Nullable Double share) {
        return share == null ? NONE : String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    static String count(@Nullable Double number) {
        return number == null ? NONE : String.format(Locale.ROOT, "%,d", Math.round(number));
    }

    /** Two decimals. */
    static String fixed(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    /** Minutes and seconds, {@code 1:05}, with hours from the first one on. */
    static String clock(double seconds) {
        long whole = Math.round(seconds);
        long hours = whole / 3600;
        long minutes = whole / 60 % 60;
        return hours == 0
                ? String.format(Locale.ROOT, "%d:%02d", minutes, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", hours, minutes, whole % 60);
    }

    static String millis(double seconds) {
        return fixed(1000 * seconds);
    }

    static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / (double) (1 << 20));
    }

    /** With six significant digits and without trailing zeros. */
    static String plain(double number) {
        return Ticks.text(number);
    }

    /** Both definitions, by name. */
    static String bubble(@Nullable Bubble bubble) {
        return bubble == null
                ? NONE
                : "makespan %s, span %s".formatted(percent(bubble.makespan()), percent(bubble.span()));
    }
}
