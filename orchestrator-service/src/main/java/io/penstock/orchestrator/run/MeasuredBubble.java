package io.penstock.orchestrator.run;

import io.penstock.common.control.StepReport;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Bubbles;
import io.penstock.common.simulate.RankTimes;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Both bubbles of a measured step, with the clocks of the workers aligned to ours. */
final class MeasuredBubble {

    private static final double NANO = 1e-9;

    private MeasuredBubble() {}

    /**
     * @param reports of one step, by rank
     * @return null while some worker's clock is unknown
     */
    static @Nullable Bubble of(List<StepReport> reports, Crew crew) {
        List<OptionalLong> offsets =
                crew.workers().stream().map(worker -> worker.clockOffset()).toList();
        if (offsets.stream().anyMatch(OptionalLong::isEmpty)) {
            return null;
        }
        long origin = reports.getFirst().firstStartNanos() - offsets.getFirst().getAsLong();
        return Bubbles.measured(IntStream.range(0, reports.size())
                .mapToObj(rank -> times(reports.get(rank), offsets.get(rank).getAsLong() + origin))
                .toList());
    }

    private static RankTimes times(StepReport report, long shift) {
        return new RankTimes(
                (report.firstStartNanos() - shift) * NANO,
                (report.lastEndNanos() - shift) * NANO,
                report.computeSeconds());
    }
}
