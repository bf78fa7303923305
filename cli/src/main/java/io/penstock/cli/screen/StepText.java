package io.penstock.cli.screen;

import io.penstock.cli.client.TimelineView;
import io.penstock.cli.screen.TimelineText.Block;
import io.penstock.common.simulate.Timeline.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** A recorded step on one screen: measured above predicted, on one time axis. */
public final class StepText {

    private static final int STEPS_SHOWN = 12;

    private StepText() {}

    public static List<String> lines(TimelineView view, Screen screen) {
        List<String> lines = new ArrayList<>();
        lines.add("step %d, %s".formatted(view.step(), view.schedule()));
        lines.add("");
        lines.addAll(TimelineText.lines(
                Unit.MILLISECONDS,
                screen,
                new Block("measured", view.measured()),
                new Block("predicted", view.predicted())));
        lines.add("");
        lines.add("  measured   %s, bubble %s"
                .formatted(duration(view.measured()), Numbers.bubble(view.measuredBubble())));
        lines.add("  predicted  %s, bubble %s"
                .formatted(duration(view.predicted()), Numbers.bubble(view.predictedBubble())));
        lines.add("  recorded   steps " + steps(view.recordedSteps()));
        return lines;
    }

    private static String duration(List<List<Span>> ranks) {
        List<Span> spans = ranks.stream().flatMap(Collection::stream).toList();
        double start = spans.stream().mapToDouble(Span::start).min().orElse(0);
        double end = spans.stream().mapToDouble(Span::end).max().orElse(0);
        return Unit.MILLISECONDS.text(end - start);
    }

    private static String steps(List<Long> steps) {
        List<Long> newest = steps.subList(Math.max(0, steps.size() - STEPS_SHOWN), steps.size());
        String text = newest.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return newest.size() == steps.size() ? text : "..., " + text;
    }
}
