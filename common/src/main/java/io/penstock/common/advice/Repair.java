package io.penstock.common.advice;

import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Planned;
import io.penstock.common.simulate.Bubble;
import java.util.List;

/**
 * A partition that makes the steps of the same schedule shorter.
 *
 * @param layers how many each stage gets, to be given as {@code parallelism.layers}
 * @param predictedStepSeconds from the first start to the last end
 */
public record Repair(List<Integer> layers, Bubble predictedBubble, double predictedStepSeconds) {

    static Repair of(Planned planned) {
        return new Repair(
                planned.plan().partition().stream().map(LayerRange::size).toList(),
                planned.plan().predicted(),
                planned.timeline().makespan());
    }
}
