package io.penstock.orchestrator.api;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Timeline;
import java.util.List;

/**
 * What happened when in one step, beside what the simulator makes of it with the mean costs of that step.
 *
 * @param step counts from 1
 * @param recordedSteps the steps that can be asked for
 * @param measured compute actions by rank, on one clock
 * @param transfers from a tensor being ready to its arrival
 */
public record TimelineView(
        long step,
        String schedule,
        List<Long> recordedSteps,
        List<List<SpanView>> measured,
        List<List<SpanView>> predicted,
        List<TransferView> transfers,
        Bubble measuredBubble,
        Bubble predictedBubble) {

    /** The media type of this view. */
    static final String MEDIA_TYPE = "application/vnd.penstock.timeline+json";

    /** One tensor on its way. */
    public record TransferView(String action, double departure, double arrival) {

        static TransferView of(Timeline.Transfer transfer) {
            return new TransferView(
                    transfer.send().toString(),
                    transfer.departure(),
                    Math.max(transfer.departure(), transfer.arrival()));
        }
    }

    static TimelineView of(MeasuredStep step, List<Long> recordedSteps) {
        Timeline measured = step.recorded();
        Timeline predicted = step.predicted();
        return new TimelineView(
                step.step(),
                step.schedule(),
                recordedSteps,
                SpanView.of(measured),
                SpanView.of(predicted),
                measured.transfers().stream().map(TransferView::of).toList(),
                measured.bubble(),
                predicted.bubble());
    }
}
