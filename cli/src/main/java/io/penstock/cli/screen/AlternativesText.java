package io.penstock.cli.screen;

import io.penstock.common.plan.Alternative;
import io.penstock.common.simulate.Bubble;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What else was tried, the fastest few with their numbers and how many there were. */
final class AlternativesText {

    private static final int SHOWN = 8;
    private static final int REASONS = 3;

    private AlternativesText() {}

    /**
     * @param alternatives fastest first, refused ones last
     */
    static List<String> lines(List<Alternative> alternatives, Unit unit) {
        List<Alternative> possible =
                alternatives.stream().filter(it -> it.refused() == null).toList();
        List<String> lines = new ArrayList<>();
        lines.add("also tried: %d, of which %d fit".formatted(alternatives.size(), possible.size()));
        if (!possible.isEmpty()) {
            lines.addAll(table(possible.subList(0, Math.min(SHOWN, possible.size())), unit));
        }
        alternatives.stream()
                .filter(it -> it.refused() != null)
                .limit(REASONS)
                .map(it -> "  refused: %s, chunks %d, micro-batches %d: %s"
                        .formatted(it.schedule(), it.chunks(), it.microBatches(), it.refused()))
                .forEach(lines::add);
        return lines;
    }

    private static List<String> table(List<Alternative> alternatives, Unit unit) {
        Table table = new Table(
                "  schedule",
                "chunks",
                "micro-batches",
                "step" + unit.suffix(),
                "makespan bubble",
                "span bubble",
                "activations");
        for (Alternative it : alternatives) {
            Double step = it.stepSeconds();
            Bubble bubble = it.bubble();
            table.row(
                    "  " + it.schedule(),
                    it.chunks(),
                    it.microBatches(),
                    step == null ? null : unit.number(step),
                    bubble == null ? null : Numbers.percent(bubble.makespan()),
                    bubble == null ? null : Numbers.percent(bubble.span()),
                    it.peakActivations() == null ? null : Collections.max(it.peakActivations()));
        }
        return table.lines();
    }
}
