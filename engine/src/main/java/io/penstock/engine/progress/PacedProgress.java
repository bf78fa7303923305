package io.penstock.engine.progress;

import java.time.Duration;

/** Passes a report on when some time has gone by since the last one, and the end of a work always. Used by one thread. */
public final class PacedProgress implements Progress {

    private final long pauseNanos;
    private final Progress listener;
    private long lastNanos = System.nanoTime();
    private boolean heard;

    /** @param pause between two reports, and before the first: short work goes by unheard */
    public PacedProgress(Duration pause, Progress listener) {
        this.pauseNanos = pause.toNanos();
        this.listener = listener;
    }

    @Override
    public void report(String what, long done, long total) {
        long now = System.nanoTime();
        boolean ended = heard && done >= total;
        if (ended || now - lastNanos >= pauseNanos) {
            lastNanos = now;
            heard = !ended;
            listener.report(what, done, total);
        }
    }
}
