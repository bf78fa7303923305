package io.penstock.orchestrator.run;

import io.penstock.common.control.StepReport;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Bubbles;
import io.penstock.common.simulate.RankTimes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Both bubbles of a measured step, with the clocks of the workers aligned to ours. */
final class MeasuredBubble {

    private MeasuredBubble() {}

    /**
     * @param reports of one step, by rank
     * @return null while some worker's clock is unknown
     */
    static @Nullable Bubble of(List<StepReport> reports, Crew crew) {
        StepClock clock = StepClock.of(reports, crew);
        return clock == null
                ? null
                : Bubbles.measured(
                        reports.stream().map(report -> times(report, clock)).toList());
    }

    private static RankTimes times(StepReport report, StepClock clock) {
        int rank = report.rank();
        return new RankTimes(
                clock.seconds(rank, report.firstStartNanos()),
                clock.seconds(rank, report.lastEndNanos()),
                report.computeSeconds());
    }
}
