package io.penstock.stage.runtime;

import org.jspecify.annotations.Nullable;

/** What the rank is doing right now, for heartbeats and failure reports; written by the run's thread, read by any. */
public final class ActivityLog {

    private volatile long step = -1;
    private volatile @Nullable Object action;

    public void at(long step, @Nullable Object action) {
        this.step = step;
        this.action = action;
    }

    public long step() {
        return step;
    }

    /** A schedule cell such as {@code 2F3}, or a word such as {@code optimizer}; absent between steps. */
    public @Nullable String action() {
        Object current = action;
        return current == null ? null : current.toString();
    }
}
