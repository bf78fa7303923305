package io.penstock.cli.screen;

import java.io.PrintWriter;
import java.time.Duration;

/** A line that is redrawn in place on a terminal, and printed again now and then elsewhere. */
final class LiveLine {

    private static final String DRAW = "\r\u001b[?7l%s\u001b[K\u001b[?7h";
    private static final Duration REDRAW_AFTER = Duration.ofMillis(100);
    private static final Duration PRINT_AFTER = Duration.ofSeconds(1);
    private static final double PRINT_SHARE = 0.1;
    private static final Duration PRINT_ANYWAY_AFTER = Duration.ofSeconds(10);

    private final PrintWriter out;
    private final boolean terminal;
    private long lastNanos;
    private double lastShare = -1;
    private boolean drawn;

    LiveLine(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /**
     * Shows the text if it is due: on a terminal ten times a second, elsewhere after another tenth of the work but not
     * more than once a second, or after ten seconds; the first and the last text always.
     *
     * @param share of the work done, 0..1
     */
    void update(String text, double share, long nanos) {
        if (!isDue(share, nanos - lastNanos)) {
            return;
        }
        out.printf(terminal ? DRAW : "%s%n", text);
        out.flush();
        drawn = true;
        lastNanos = nanos;
        lastShare = share;
    }

    /** What comes next is other work: its first text is shown. */
    void startOver() {
        lastShare = -1;
    }

    /** Prints a line of its own; a live line stands above it as it was. */
    void print(String text) {
        finish();
        out.println(text);
    }

    void finish() {
        if (terminal && drawn) {
            out.println();
        }
        drawn = false;
    }

    private boolean isDue(double share, long nanos) {
        if (lastShare < 0 || share >= 1) {
            return true;
        }
        if (terminal) {
            return nanos >= REDRAW_AFTER.toNanos();
        }
        boolean muchDone = nanos >= PRINT_AFTER.toNanos() && share - lastShare >= PRINT_SHARE;
        return muchDone || nanos >= PRINT_ANYWAY_AFTER.toNanos();
    }
}
