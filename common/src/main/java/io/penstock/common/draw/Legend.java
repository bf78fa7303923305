package io.penstock.common.draw;

import io.penstock.common.schedule.ActionKind;
import java.util.Set;

/** Says what the colours mean: of each kind a swatch for every chunk. */
final class Legend {

    private static final int SWATCH = 12;
    private static final int GAP = 16;
    private static final double LETTER = 5.9;

    private final Svg svg;
    private final int y;
    private double x;

    Legend(Svg svg, int x, int y) {
        this.svg = svg;
        this.x = x;
        this.y = y;
    }

    void draw(Set<ActionKind> kinds, int chunks) {
        Palette.KINDS.stream().filter(kinds::contains).forEach(kind -> {
            for (int chunk = 0; chunk < chunks; chunk++) {
                swatch(Palette.name(kind, chunk));
            }
            words(Caption.of(kind));
        });
        swatch(Palette.IDLE);
        words("idle");
        if (chunks > 1) {
            words("(dark to light: the chunks of a rank)");
        }
    }

    private void swatch(String style) {
        svg.add(
                "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"2\"/>",
                style, x, y - SWATCH + 2, SWATCH, SWATCH);
        x += SWATCH + 1;
    }

    private void words(String words) {
        svg.add("<text x=\"%s\" y=\"%s\">%s</text>", x + 3, y, words);
        x += LETTER * words.length() + GAP;
    }
}
