package io.penstock.orchestrator.run;

import io.penstock.common.control.StepReport;
import io.penstock.common.simulate.Bubble;
import io.penstock.orchestrator.job.StepRow;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the row that is kept of a step from what the ranks reported. */
final class StepRows {

    private StepRows() {}

    /** @param reports of one step, by rank */
    static StepRow of(List<StepReport> reports, Crew crew, @Nullable Bubble predicted) {
        StepReport last = reports.getLast();
        double seconds =
                reports.stream().mapToDouble(StepReport::wallSeconds).average().orElseThrow();
        return new StepRow(
                last.step() + 1,
                reports.stream()
                        .map(StepReport::loss)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                last.learningRate(),
                last.gradientNorm(),
                last.samples(),
                last.samples() / seconds,
                seconds,
                last.skipped(),
                MeasuredBubble.of(reports, crew),
                predicted,
                reports.stream().map(report -> share(report, crew)).toList());
    }

    private static StepRow.WorkerStep share(StepReport report, Crew crew) {
        return new StepRow.WorkerStep(
                report.rank(),
                crew.of(report.rank()).name(),
                report.wallSeconds(),
                report.busySeconds(),
                report.idleSeconds(),
                report.sentBytes(),
                report.peakMicroBatches(),
                report.activationBytes());
    }
}
