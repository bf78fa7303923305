package io.penstock.cli.simulate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.common.plan.Alternative;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.simulate.Timeline;
import java.util.List;

/**
 * A simulation's numbers, for machines; times in the unit of the costs.
 *
 * @param valid true: a simulated table is a proven one
 * @param ideal what a rank computes on the mean
 * @param makespanBubble {@code makespan} less {@code ideal}
 * @param makespanBubbleRate the same as a share of {@code makespan}
 * @param span from the first start to the last end of the rank for which that is longest
 * @param peakActivations most live pairs of stage and micro-batch, by rank
 * @param peakMemory by rank; one is what a micro-batch takes on a whole rank
 * @param actions how many of F, I, W and B there are
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SimulationView(
        boolean valid,
        String schedule,
        int ranks,
        int chunks,
        int microBatches,
        double makespan,
        double ideal,
        double makespanBubble,
        double makespanBubbleRate,
        double span,
        double spanBubble,
        double spanBubbleRate,
        List<Integer> peakActivations,
        List<Double> peakMemory,
        int bufferDepth,
        int actions,
        CriticalPath criticalPath,
        List<Alternative> alternatives) {

    public static SimulationView of(Simulation simulation) {
        ScheduleTable table = simulation.lowered();
        StageMap stages = table.stages();
        Timeline timeline = simulation.timeline();
        double makespan = timeline.makespan();
        double span = timeline.span();
        return new SimulationView(
                true,
                simulation.schedule(),
                stages.ranks(),
                stages.chunks(),
                table.microBatches(),
                makespan,
                timeline.ideal(),
                makespan * timeline.bubble().makespan(),
                timeline.bubble().makespan(),
                span,
                span * timeline.bubble().span(),
                timeline.bubble().span(),
                simulation.peakActivations(),
                simulation.peakMemory(),
                simulation.bufferDepth(),
                timeline.ranks().stream().mapToInt(List::size).sum(),
                CriticalPath.of(timeline),
                simulation.alternatives());
    }
}
