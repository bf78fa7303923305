package io.penstock.cli.screen;

import io.penstock.cli.client.PlanView;
import io.penstock.cli.client.PlanView.Span;
import io.penstock.cli.client.PlanView.Stage;
import java.util.ArrayList;
import java.util.List;

/** A plan on one screen: how the model is cut, and one step's timeline with a line a rank, time to the right. */
public final class PlanText {

    private static final int WIDTH = 96;
    private static final char IDLE = '.';
    private static final char BUSY = '-';

    private PlanText() {}

    public static List<String> lines(PlanView plan) {
        List<String> lines = new ArrayList<>();
        lines.add("%s on %d ranks, %d micro-batches, about %s ms a step"
                .formatted(plan.schedule(), plan.ranks(), plan.microBatches(), Numbers.millis(plan.stepSeconds())));
        lines.add("predicted bubble: " + Numbers.bubble(plan.predictedBubble()));
        lines.add("");
        lines.addAll(stages(plan.stages()));
        lines.add("");
        for (int rank = 0; rank < plan.timeline().size(); rank++) {
            lines.add("rank %-3d %s".formatted(rank, timeline(plan.timeline().get(rank), plan.stepSeconds())));
        }
        return lines;
    }

    private static List<String> stages(List<Stage> stages) {
        Table table = new Table("stage", "rank", "parameters", "MiB", "layers");
        for (Stage stage : stages) {
            table.row(
                    stage.stage(),
                    stage.rank(),
                    Numbers.count((double) stage.parameters()),
                    Numbers.mebibytes(stage.memoryBytes()),
                    String.join(" ", stage.layers()));
        }
        return table.lines();
    }

    private static String timeline(List<Span> spans, double stepSeconds) {
        StringBuilder line = new StringBuilder(String.valueOf(IDLE).repeat(WIDTH));
        for (Span span : spans) {
            int from = Math.min(WIDTH - 1, column(span.start(), stepSeconds));
            int to = Math.max(from + 1, column(span.end(), stepSeconds));
            line.replace(from, to, bar(span.action(), to - from));
        }
        return line.toString();
    }

    private static int column(double seconds, double stepSeconds) {
        return Math.min(WIDTH, (int) Math.round(seconds / stepSeconds * WIDTH));
    }

    /** Letter and micro-batch if they fit with a gap behind them, else the letter; its line tells the rank. */
    private static String bar(String action, int width) {
        String cell = action.replaceFirst("^\\d+", "");
        String label = cell.length() < width ? cell : cell.substring(0, 1);
        return label + String.valueOf(BUSY).repeat(width - label.length());
    }
}
