package io.penstock.cli.screen;

import io.penstock.cli.client.PlanView;
import io.penstock.cli.client.PlanView.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A plan on one screen: how the model is cut, one step's timeline, and what else was tried. */
public final class PlanText {

    private static final int LAYERS_SHOWN = 4;

    private PlanText() {}

    public static List<String> lines(PlanView plan, Screen screen) {
        List<String> lines = new ArrayList<>();
        lines.add("%s on %d ranks, chunks %d, micro-batches %d, buffer depth %d"
                .formatted(plan.schedule(), plan.ranks(), plan.chunks(), plan.microBatches(), plan.bufferDepth()));
        lines.add("");
        lines.addAll(TimelineText.lines(plan.timeline(), Unit.MILLISECONDS, screen));
        lines.add("");
        lines.add("  step    about " + Unit.MILLISECONDS.text(plan.stepSeconds()));
        lines.add("  bubble  " + Numbers.bubble(plan.predictedBubble()));
        lines.add("  memory  " + memory(plan));
        lines.add("");
        lines.addAll(stages(plan.stages()));
        if (!plan.alternatives().isEmpty()) {
            lines.add("");
            lines.addAll(AlternativesText.lines(plan.alternatives(), Unit.MILLISECONDS));
        }
        return lines;
    }

    private static String memory(PlanView plan) {
        return IntStream.range(0, plan.ranks())
                .mapToObj(rank -> "rank %d %s MiB".formatted(rank, Numbers.mebibytes(memory(plan, rank))))
                .collect(Collectors.joining(", "));
    }

    private static long memory(PlanView plan, int rank) {
        return plan.stages().stream()
                .filter(stage -> stage.rank() == rank)
                .mapToLong(Stage::memoryBytes)
                .sum();
    }

    private static List<String> stages(List<Stage> stages) {
        Table table = new Table("  stage", "rank", "parameters", "MiB", "layers");
        for (Stage stage : stages) {
            table.row(
                    stage.stage(),
                    stage.rank(),
                    Numbers.count((double) stage.parameters()),
                    Numbers.mebibytes(stage.memoryBytes()),
                    layers(stage.layers()));
        }
        return table.lines();
    }

    private static String layers(List<String> names) {
        return names.size() <= LAYERS_SHOWN
                ? String.join(" ", names)
                : "%s ... %s (%d)".formatted(names.getFirst(), names.getLast(), names.size());
    }
}
