package io.penstock.orchestrator.fake;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import java.util.Collections;
import java.util.function.IntFunction;

/**
 * How a fake worker behaves.
 *
 * @param steps of every job
 * @param prepares whether it ever gets ready
 * @param stallAt step from which on it reports nothing, −1 for none
 * @param dieAt step before which it drops its connection, −1 for none
 * @param failAt step before which it says Failed, −1 for none
 * @param blames suspect rank of that failure
 * @param heartbeats whether it says any
 * @param stepMillis least time between two steps
 * @param skewNanos how far its clock is ahead
 * @param costs of the stages, by their number
 */
public record Script(
        long steps,
        boolean prepares,
        long stallAt,
        long dieAt,
        long failAt,
        int blames,
        boolean heartbeats,
        long stepMillis,
        long skewNanos,
        IntFunction<PipelineCosts> costs) {

    private static final double MILLI = 1e-3;

    /** F and I of a millisecond, W of none. */
    public static Script good(long steps) {
        return new Script(steps, true, -1, -1, -1, -1, true, 0, 0, Script::even);
    }

    private static PipelineCosts even(int stages) {
        return new PipelineCosts(Collections.nCopies(stages, new StageCosts(MILLI, MILLI, 0)), Link.INSTANT);
    }

    public Script neverReady() {
        return new Script(steps, false, stallAt, dieAt, failAt, blames, heartbeats, stepMillis, skewNanos, costs);
    }

    public Script stallingAt(long step) {
        return new Script(steps, prepares, step, dieAt, failAt, blames, heartbeats, stepMillis, skewNanos, costs);
    }

    public Script dyingAt(long step) {
        return new Script(steps, prepares, stallAt, step, failAt, blames, heartbeats, stepMillis, skewNanos, costs);
    }

    public Script failingAt(long step, int suspect) {
        return new Script(steps, prepares, stallAt, dieAt, step, suspect, heartbeats, stepMillis, skewNanos, costs);
    }

    public Script silent() {
        return new Script(steps, prepares, stallAt, dieAt, failAt, blames, false, stepMillis, skewNanos, costs);
    }

    public Script slow(long millis) {
        return new Script(steps, prepares, stallAt, dieAt, failAt, blames, heartbeats, millis, skewNanos, costs);
    }

    public Script skewed(long nanos) {
        return new Script(steps, prepares, stallAt, dieAt, failAt, blames, heartbeats, stepMillis, nanos, costs);
    }

    public Script costing(PipelineCosts exactly) {
        return new Script(
                steps, prepares, stallAt, dieAt, failAt, blames, heartbeats, stepMillis, skewNanos, stages -> exactly);
    }
}
