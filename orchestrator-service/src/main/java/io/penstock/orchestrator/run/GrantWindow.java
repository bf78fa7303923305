package io.penstock.orchestrator.run;

/**
 * How many steps are granted ahead of the ones that all ranks have reported: about one second's worth, so that no
 * worker waits for the orchestrator, and not more, so that a stop is quick and memory bounded.
 */
final class GrantWindow {

    static final int LEAST = 8;
    static final int MOST = 512;

    private final long steps;
    private long granted;

    GrantWindow(long steps) {
        this.steps = steps;
    }

    /** The new limit to grant, or the old one if there is no need yet. */
    long advance(long done, double stepSeconds) {
        long ahead = stepSeconds > 0 ? Math.clamp((long) (1 / stepSeconds), LEAST, MOST) : LEAST;
        long wanted = Math.min(steps, done + ahead);
        boolean low = granted - done <= ahead / 2;
        granted = low || wanted == steps ? Math.max(granted, wanted) : granted;
        return granted;
    }
}
