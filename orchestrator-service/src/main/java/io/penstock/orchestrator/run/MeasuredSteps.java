package io.penstock.orchestrator.run;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.control.StepReport;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.StageMap;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Puts what the ranks reported of one step together. */
final class MeasuredSteps {

    private MeasuredSteps() {}

    /** @param reports of one step, by rank */
    static MeasuredStep of(List<StepReport> reports, Plan plan, Crew crew) {
        return new MeasuredStep(
                reports.getFirst().step() + 1,
                plan.schedule(),
                costs(reports, plan.table().stages()),
                MeasuredTimeline.of(reports, crew));
    }

    private static List<StageCosts> costs(List<StepReport> reports, StageMap map) {
        StageCosts[] costs = new StageCosts[map.stages()];
        for (StepReport report : reports) {
            int[] stages = map.stagesOf(report.rank()).toArray();
            IntStream.range(0, stages.length)
                    .forEach(i -> costs[stages[i]] = report.costs().get(i));
        }
        return Arrays.asList(costs);
    }
}
