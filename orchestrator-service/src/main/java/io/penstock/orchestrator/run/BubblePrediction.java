package io.penstock.orchestrator.run;

import io.penstock.common.control.StepReport;
import io.penstock.common.plan.Plan;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.StageCosts;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the simulator expects the bubble to be. It starts with the plan's estimate and is simulated anew from time to
 * time with the mean costs that the workers measured since.
 */
final class BubblePrediction {

    static final int STEPS = 32;

    private static final StageCosts NOTHING = new StageCosts(0, 0, 0);

    private final Plan plan;
    private final StageCosts[] sums;
    private int steps;
    private Bubble current;

    BubblePrediction(Plan plan) {
        this.plan = plan;
        this.sums = new StageCosts[plan.table().stages().stages()];
        this.current = plan.predicted();
        Arrays.fill(sums, NOTHING);
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
                            Planning.sum(List.of(sums[stages[i]], report.costs().get(i))));
        }
        if (++steps == STEPS) {
            simulate();
        }
    }

    private void simulate() {
        List<StageCosts> means =
                Arrays.stream(sums).map(sum -> over(sum, steps)).toList();
        current = Simulator.simulate(plan.table(), means, Planning.LATENCY_SECONDS)
                .bubble();
        Arrays.fill(sums, NOTHING);
        steps = 0;
    }

    private static StageCosts over(StageCosts sum, int count) {
        return new StageCosts(sum.forward() / count, sum.backwardInput() / count, sum.backwardWeight() / count);
    }
}
