package io.penstock.cli.screen;

import io.penstock.cli.client.StepRow;
import io.penstock.common.simulate.Bubble;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of the one line that tells how a run goes.
 *
 * @param steps steps of the whole job, 0 if unknown
 * @param accuracy on held-out samples, if measured
 * @param remainingSeconds estimated time to the end, if there is an estimate
 */
record ProgressLine(
        StepRow row,
        long steps,
        @Nullable Double accuracy,
        @Nullable Double remainingSeconds) {

    String text() {
        List<String> parts = new ArrayList<>();
        parts.add(steps == 0 ? "step " + row.step() : "step %d/%d".formatted(row.step(), steps));
        parts.add(row.skipped() ? "skipped" : "loss " + Numbers.loss(row.loss()));
        if (accuracy != null) {
            parts.add("accuracy " + Numbers.percent(accuracy));
        }
        parts.add(Numbers.count(row.samplesPerSecond()) + " samples/s");
        parts.add("bubble %s (plan %s)".formatted(makespan(row.bubble()), makespan(row.predictedBubble())));
        if (remainingSeconds != null) {
            parts.add(Numbers.clock(remainingSeconds) + " left");
        }
        return String.join("  ", parts);
    }

    private static String makespan(@Nullable Bubble bubble) {
        return Numbers.percent(bubble == null ? null : bubble.makespan());
    }
}
