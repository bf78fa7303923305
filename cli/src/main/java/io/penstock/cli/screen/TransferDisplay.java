package io.penstock.cli.screen;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/** Shows how much of some files has come, in one live line. */
public final class TransferDisplay {

    private static final int BAR_WIDTH = 20;

    private final LiveLine line;
    private final LongSupplier nanoTime;

    public TransferDisplay(PrintWriter out, boolean terminal, LongSupplier nanoTime) {
        this.line = new LiveLine(out, terminal);
        this.nanoTime = nanoTime;
    }

    /**
     * Some of it has come.
     *
     * @param what is coming now
     * @param done bytes of all files
     */
    public void update(String what, long done, long total) {
        double share = total == 0 ? 1 : (double) done / total;
        int filled = (int) Math.round(BAR_WIDTH * share);
        String bar = "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled);
        line.update(
                "%s %s  %s of %s MiB  %s"
                        .formatted(
                                bar, Numbers.percent(share), Numbers.mebibytes(done), Numbers.mebibytes(total), what),
                share,
                nanoTime.getAsLong());
    }

    public void finish() {
        line.finish();
    }
}
