package io.penstock.common.simulate;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import java.util.Collections;
import java.util.List;

/** A named schedule's step with even costs, of which a chunk takes its share. */
public record Simulation(ScheduleTable table, PipelineCosts costs) {

    public static final StageCosts ONE_EACH = new StageCosts(1, 1, 1);

    /** @param rank costs of a whole rank */
    public static Simulation of(String schedule, Shape shape, StageCosts rank, double latency) {
        ScheduleTable table = Schedules.named(schedule).table(shape);
        PipelineCosts costs = PipelineCosts.even(
                table.stages().stages(), rank.times(1.0 / shape.chunks()), StageSizes.ZERO, Link.latency(latency));
        return new Simulation(table, costs);
    }

    /** Costs that each stage has, instead of the even ones. */
    public static Timeline run(ScheduleTable lowered, List<StageCosts> times, double latency) {
        return Simulator.simulate(lowered, new PipelineCosts(times, Link.latency(latency)));
    }

    /** Overlapped pairs run one action after the other. */
    public Timeline inSequence() {
        return Simulator.simulate(Lowering.lower(table.inSequence()), costs);
    }

    /** Overlapped pairs run as one action. */
    public Timeline atomic() {
        return Simulator.simulate(Lowering.lower(table), costs);
    }

    /** So many stages with these costs. */
    public static PipelineCosts even(int stages, double cost) {
        StageCosts times = new StageCosts(cost, cost, cost);
        return new PipelineCosts(Collections.nCopies(stages, times), Link.INSTANT);
    }
}
