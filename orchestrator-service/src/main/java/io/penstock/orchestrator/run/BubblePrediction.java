package io.penstock.orchestrator.run;

import io.penstock.common.control.StepReport;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.Planned;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Simulator;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the simulator expects the bubble to be. It starts with the plan's estimate and is simulated anew from time to
 * time with the mean costs that the workers measured since.
 */
final class BubblePrediction {

    static final int STEPS = 32;

    private final Plan plan;
    private final PipelineCosts estimated;
    private final StageCosts[] sums;
    private int steps;
    private Bubble current;

    BubblePrediction(Planned planned) {
        this.plan = planned.plan();
        this.estimated = planned.costs();
        this.sums = new StageCosts[plan.table().stages().stages()];
        this.current = plan.predicted();
        Arrays.fill(sums, StageCosts.ZERO);
    }

    Bubble current() {
        return current;
    }

    /** @param reports of one step, by rank */
    void learn(List<StepReport> reports) {
        for (StepReport report : reports) {
            int[] stages = plan.table().stages().stagesOf(report.rank()).toArray();
            IntStream.range(0, stages.length)
                    .forEach(i -> sums[stages[i]] =
                            sums[stages[i]].plus(report.costs().get(i)));
        }
        if (++steps == STEPS) {
            simulate();
        }
    }

    private void simulate() {
        List<StageCosts> means =
                Arrays.stream(sums).map(sum -> sum.times(1.0 / steps)).toList();
        current = Simulator.simulate(plan.table(), estimated.withTimes(means), plan.bufferDepth())
                .bubble();
        Arrays.fill(sums, StageCosts.ZERO);
        steps = 0;
    }
}
