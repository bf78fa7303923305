package io.penstock.common.draw;

import io.penstock.common.schedule.ActionKind;
import java.util.List;
import java.util.Locale;

/** Colours of a drawing: one a kind of action, lighter from chunk to chunk, all legible on a light and on a dark page. */
final class Palette {

    static final String TEXT = "#7d8590";

    /** The style of an empty lane. */
    static final String IDLE = "idle";

    private static final int WHITE = 0xffffff;
    private static final double LIGHTEST = 0.62;
    private static final double DARK_ENOUGH = 0.6;

    /** The kinds that are drawn, in the order of a legend. */
    static final List<ActionKind> KINDS =
            List.of(ActionKind.FORWARD, ActionKind.BACKWARD, ActionKind.BACKWARD_INPUT, ActionKind.BACKWARD_WEIGHT);

    private Palette() {}

    /** The style of one kind in one chunk. */
    static String name(ActionKind kind, int chunk) {
        return kind.text() + chunk;
    }

    static String fill(ActionKind kind, int chunk, int chunks) {
        return text(shade(kind, chunk, chunks));
    }

    /** White on dark fills, nearly black on light ones. */
    static String label(ActionKind kind, int chunk, int chunks) {
        int fill = shade(kind, chunk, chunks);
        double brightness = (0.299 * red(fill) + 0.587 * green(fill) + 0.114 * blue(fill)) / 255;
        return brightness < DARK_ENOUGH ? "#fff" : "#1b1f24";
    }

    private static int shade(ActionKind kind, int chunk, int chunks) {
        double towardsWhite = chunks < 2 ? 0 : LIGHTEST * chunk / (chunks - 1);
        int base = base(kind);
        return mix(red(base), red(WHITE), towardsWhite) << 16
                | mix(green(base), green(WHITE), towardsWhite) << 8
                | mix(blue(base), blue(WHITE), towardsWhite);
    }

    private static int base(ActionKind kind) {
        return switch (kind) {
            case FORWARD -> 0x2f67c8;
            case BACKWARD -> 0xb93d5e;
            case BACKWARD_INPUT -> 0xc96a12;
            case BACKWARD_WEIGHT -> 0x2c8a57;
            case SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> 0x7d8590;
        };
    }

    private static int mix(int from, int to, double share) {
        return (int) Math.round(from + (to - from) * share);
    }

    private static int red(int colour) {
        return colour >> 16 & 255;
    }

    private static int green(int colour) {
        return colour >> 8 & 255;
    }

    private static int blue(int colour) {
        return colour & 255;
    }

    private static String text(int colour) {
        return String.format(Locale.ROOT, "#%06x", colour);
    }
}
