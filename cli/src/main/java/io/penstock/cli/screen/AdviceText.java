package io.penstock.cli.screen;

import io.penstock.cli.client.AdviceView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Advice as a person reads it: the sentences first, then the numbers behind them. */
public final class AdviceText {

    private AdviceText() {}

    public static List<String> lines(AdviceView advice) {
        List<String> lines = new ArrayList<>(advice.text());
        lines.add("");
        lines.add("  schedule  " + advice.schedule());
        lines.add("  step      %s measured, %s predicted"
                .formatted(millis(advice.stepSeconds()), millis(advice.predictedStepSeconds())));
        lines.add("  bubble    " + Numbers.bubble(advice.bubble()));
        advice.parts().entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(part -> "    %-9s  %6s".formatted(part.getKey(), Numbers.percent(part.getValue())))
                .forEach(lines::add);
        AdviceView.Slow slow = advice.slow();
        if (slow != null) {
            lines.add("  slow      stage %d on rank %d%s: %s times its share"
                    .formatted(
                            slow.stage(),
                            slow.rank(),
                            slow.worker() == null ? "" : " (%s)".formatted(slow.worker()),
                            Numbers.fixed(slow.times())));
        }
        AdviceView.Repair repair = advice.repair();
        if (repair != null) {
            lines.add("  repair    \"layers\": %s, then about %s a step, bubble %s"
                    .formatted(
                            repair.layers(),
                            millis(repair.predictedStepSeconds()),
                            Numbers.bubble(repair.predictedBubble())));
        }
        if (!advice.alternatives().isEmpty()) {
            lines.add("");
            lines.addAll(AlternativesText.lines(advice.alternatives(), Unit.MILLISECONDS));
        }
        return lines;
    }

    private static String millis(@Nullable Double seconds) {
        return seconds == null ? "-" : Unit.MILLISECONDS.text(seconds);
    }
}
