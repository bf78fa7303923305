package io.penstock.cli.client;

import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Timeline.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened when in one step, beside what the simulator makes of it; seconds from the step's first start.
 *
 * @param step counts from 1
 * @param recordedSteps the steps that can be asked for
 * @param measured compute actions by rank
 */
public record TimelineView(
        long step,
        String schedule,
        List<Long> recordedSteps,
        List<List<Span>> measured,
        List<List<Span>> predicted,
        @Nullable Bubble measuredBubble,
        @Nullable Bubble predictedBubble) {

    public TimelineView {
        recordedSteps = recordedSteps == null ? List.of() : List.copyOf(recordedSteps);
        measured = measured == null ? List.of() : List.copyOf(measured);
        predicted = predicted == null ? List.of() : List.copyOf(predicted);
    }
}
