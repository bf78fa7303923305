package io.penstock.orchestrator.fake;

import io.penstock.common.control.Assign;
import io.penstock.common.control.Stamp;
import io.penstock.common.control.StepReport;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.Action;
import io.penstock.common.simulate.RankTimes;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the ranks of a plan report of a step whose actions take exactly as long as they are told to. */
public final class FakeStep {

    private static final double NANOS = 1e9;
    private static final long EPOCH = 1_000_000_000_000L;

    private final Plan plan;
    private final PipelineCosts costs;
    private final Timeline timeline;

    public FakeStep(Plan plan, PipelineCosts costs) {
        this.plan = plan;
        this.costs = costs;
        this.timeline = Simulator.simulate(plan.table(), costs, plan.bufferDepth());
    }

    /** @param skew how far the worker's clock is ahead */
    public StepReport report(Assign assign, long step, long skew, boolean recorded) {
        int rank = assign.rank();
        RankTimes times = timeline.times().get(rank);
        double makespan = timeline.makespan();
        long start = EPOCH + Math.round(step * 2 * makespan * NANOS) + skew;
        List<StageCosts> own = plan.table()
                .stages()
                .stagesOf(rank)
                .mapToObj(costs.times()::get)
                .toList();
        boolean last = plan.table().stages().rankOf(costs.stages() - 1) == rank;
        return new StepReport(
                assign.job(),
                assign.attempt(),
                rank,
                step,
                8,
                0.01,
                makespan,
                Map.of("forward", times.busy() / 2, "backward", times.busy() / 2),
                Map.of("fill", makespan - times.busy()),
                start + nanos(times.firstStart()),
                start + nanos(times.lastEnd()),
                times.busy(),
                own,
                Map.of("forward", 64L),
                2,
                4096,
                1.5,
                false,
                last ? 1.0 / (step + 1) : null,
                recorded ? stamps(rank, start) : null);
    }

    private @Nullable List<Stamp> stamps(int rank, long start) {
        List<Stamp> stamps = new ArrayList<>();
        timeline.ranks().get(rank).forEach(span -> stamps.add(stamp(span.action(), start, span.start(), span.end())));
        for (Timeline.Transfer transfer : timeline.transfers()) {
            Action receive = transfer.send().peer();
            if (rankOf(transfer.send()) == rank) {
                stamps.add(stamp(transfer.send(), start, transfer.departure(), transfer.departure()));
            }
            if (rankOf(receive) == rank) {
                stamps.add(stamp(receive, start, transfer.arrival(), transfer.arrival()));
            }
        }
        stamps.sort(Comparator.comparingLong(Stamp::endNanos));
        return stamps;
    }

    private int rankOf(Action action) {
        return plan.table().stages().rankOf(action.stage());
    }

    private static Stamp stamp(Action action, long origin, double start, double end) {
        return new Stamp(action, origin + nanos(start), origin + nanos(end));
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * NANOS);
    }
}
