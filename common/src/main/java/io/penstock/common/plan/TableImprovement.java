package io.penstock.common.plan;

import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ScheduleTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Local search: moves one action of a table to another place on its rank and keeps the change if the step gets shorter.
 * The seed is fixed, so that equal tables are improved alike.
 */
final class TableImprovement {

    private static final int MOST_MOVES = 1_000;
    private static final int REACH = 6;
    private static final double EQUAL = 1e-9;

    private final Objective objective;
    private final int bufferDepth;
    private final Random random = new Random(1);
    private Trial best;

    TableImprovement(Trial start, PlanRequest request) {
        this.best = start;
        this.objective = request.objective();
        this.bufferDepth = request.bufferDepth();
    }

    /**
     * @param actions how many may be simulated in all
     */
    Trial run(long actions) {
        long moves = Math.min(MOST_MOVES, actions / best.actions());
        for (long move = 0; move < moves && !isPerfect(); move++) {
            attempt(moved(best.compute()));
        }
        return best;
    }

    /** Nothing is left to gain where the busiest rank never waits. */
    private boolean isPerfect() {
        double busiest = best.timeline().times().stream()
                .mapToDouble(times -> times.busy())
                .max()
                .orElseThrow();
        return objective.of(best.timeline()) <= busiest * (1 + EQUAL);
    }

    private void attempt(ScheduleTable table) {
        try {
            Trial trial = Trial.of(PlanRequest.AUTO, table, best.cut(), bufferDepth);
            if (objective.of(trial.timeline()) < objective.of(best.timeline()) * (1 - EQUAL)) {
                best = trial;
            }
        } catch (IllegalArgumentException e) {
            // the moved action runs before something that it needs, or memory is short: not this one
        }
    }

    private ScheduleTable moved(ScheduleTable table) {
        int rank = random.nextInt(table.stages().ranks());
        List<Action> line = new ArrayList<>(table.of(rank));
        int from = random.nextInt(line.size());
        int to = Math.clamp((long) from + random.nextInt(-REACH, REACH + 1), 0, line.size() - 1);
        Action action = line.remove(from);
        line.add(to, action);
        List<List<Action>> lines = new ArrayList<>(table.actions());
        lines.set(rank, Collections.unmodifiableList(line));
        return new ScheduleTable(table.stages(), table.microBatches(), lines);
    }
}
