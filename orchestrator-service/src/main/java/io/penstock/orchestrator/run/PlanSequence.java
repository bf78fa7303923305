package io.penstock.orchestrator.run;

import io.penstock.common.plan.Plan;
import java.util.ArrayDeque;
import java.util.Deque;

/** Which plan is executed from which step on. Steps count from 0 and come in rising order; what is past is forgotten. */
final class PlanSequence {

    private final Deque<Change> coming = new ArrayDeque<>();
    private Change present;

    private record Change(long step, Plan plan) {}

    PlanSequence(Plan first) {
        this.present = new Change(0, first);
    }

    /** @param step not before that of an earlier change */
    void change(long step, Plan plan) {
        coming.removeIf(change -> change.step() == step);
        coming.addLast(new Change(step, plan));
    }

    /** The plan of a step. */
    Plan at(long step) {
        while (!coming.isEmpty() && coming.getFirst().step() <= step) {
            present = coming.removeFirst();
        }
        return present.plan();
    }

    /** True if the step that was asked for last is the first one of its plan. */
    boolean beginsAt(long step) {
        return present.step() == step;
    }

    /** The plan after all changes. */
    Plan last() {
        return coming.isEmpty() ? present.plan() : coming.getLast().plan();
    }
}
