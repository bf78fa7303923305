package io.penstock.stage.runtime;

import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.StageMap;
import java.util.List;

/**
 * One rank's part of a plan.
 *
 * @param rank 0..p−1
 */
public record Rank(Plan plan, int rank) {

    public StageMap map() {
        return plan.table().stages();
    }

    public List<Integer> stages() {
        return map().stagesOf(rank).boxed().toList();
    }

    List<Action> actions() {
        return plan.table().of(rank);
    }

    int microBatches() {
        return plan.table().microBatches();
    }

    boolean owns(int stage) {
        return map().rankOf(stage) == rank;
    }

    public int lastStage() {
        return map().stages() - 1;
    }

    public boolean readsInputs() {
        return owns(0);
    }

    public boolean readsTargets() {
        return owns(lastStage());
    }
}
