package io.penstock.cli.simulate;

import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.plan.Alternative;
import io.penstock.common.plan.BufferDepth;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planned;
import io.penstock.common.plan.Planner;
import io.penstock.common.plan.StageWorkload;
import io.penstock.common.schedule.Liveness;
import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.MemoryLimit;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleValidator;
import io.penstock.common.schedule.Walk;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.Timeline;
import java.util.List;

/**
 * A table that was proven and simulated.
 *
 * @param compute the table as it was written
 * @param lowered what was proven and simulated, with sends and receives
 * @param alternatives what else was tried, empty if the table was given
 */
public record Simulation(
        String schedule,
        ScheduleTable compute,
        ScheduleTable lowered,
        PipelineCosts costs,
        int bufferDepth,
        Timeline timeline,
        List<Alternative> alternatives) {

    /**
     * @throws io.penstock.common.schedule.InvalidScheduleException if the table breaks a rule
     */
    public static Simulation of(Question question) {
        ScheduleTable written = question.table();
        ScheduleTable table = question.pairs() == Pairs.ATOMIC ? written : written.inSequence();
        StageWorkload workload = question.workload();
        PipelineCosts costs = workload.costs(table.stages());
        ScheduleTable lowered = table.hasTransfers() ? table : Lowering.lower(table);
        ScheduleValidator.check(lowered, question.bufferDepth() == null ? Walk.UNBOUNDED : question.bufferDepth());
        ScheduleValidator.checkMemory(
                table, new MemoryLimit(costs.sizes(), table.stages().ranks(), workload.memory()));
        int depth = question.bufferDepth() == null ? BufferDepth.of(lowered) : question.bufferDepth();
        return new Simulation(
                question.schedule(),
                written,
                lowered,
                costs,
                depth,
                Simulator.simulate(lowered, costs, depth),
                List.of());
    }

    /**
     * The best table that the planner finds.
     *
     * @throws IllegalArgumentException if none fits
     */
    public static Simulation best(PlanRequest request, StageWorkload workload) {
        Planned planned = Planner.plan(request, workload);
        ScheduleTable lowered = planned.plan().table();
        return new Simulation(
                planned.plan().schedule(),
                lowered.compute(),
                lowered,
                planned.costs(),
                planned.plan().bufferDepth(),
                planned.timeline(),
                planned.alternatives());
    }

    public List<Integer> peakActivations() {
        return Liveness.peaks(lowered);
    }

    /** In the unit of the sizes, by rank. */
    public List<Double> peakMemory() {
        return Liveness.peaks(lowered, costs.sizes());
    }

    /** The table as a worker of PyTorch's pipelining executes it: I and W that follow each other are one B. */
    public ScheduleTable executable() {
        return compute.hasTransfers() ? compute : Lowering.lower(compute.fused());
    }
}
