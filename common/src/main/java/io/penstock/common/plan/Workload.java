package io.penstock.common.plan;

import io.penstock.common.schedule.StageMap;
import java.util.List;

/** What is to be scheduled: something that can be cut into the stages of any map. */
public sealed interface Workload permits LayerWorkload, StageWorkload {

    /**
     * @param live by rank, how many activations of one stage are live at most
     * @throws IllegalArgumentException with rule, numbers and fix, if it cannot be cut like that
     */
    Cut cut(StageMap map, int microBatches, List<Integer> live);
}
