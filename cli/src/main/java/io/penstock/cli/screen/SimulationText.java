package io.penstock.cli.screen;

import io.penstock.cli.simulate.CriticalPath;
import io.penstock.cli.simulate.Simulation;
import io.penstock.cli.simulate.SimulationView;
import io.penstock.common.schedule.InvalidScheduleException;
import io.penstock.common.simulate.RankTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A simulated schedule as a person reads it, or why it was refused. */
public final class SimulationText {

    public static final String INVALID = "valid: false";

    private SimulationText() {}

    public static List<String> refusal(InvalidScheduleException cause) {
        return List.of(
                INVALID,
                "rule: " + cause.rule(),
                "rank: " + cause.rank(),
                "cell: " + cause.cell(),
                String.valueOf(cause.getMessage()));
    }

    /** The numbers of a step and of each rank, with a timeline above them if it is asked for. */
    public static List<String> lines(Simulation simulation, boolean drawn, Screen screen) {
        SimulationView view = SimulationView.of(simulation);
        List<String> lines = new ArrayList<>();
        lines.add("%s on %d ranks, chunks %d, micro-batches %d: valid"
                .formatted(view.schedule(), view.ranks(), view.chunks(), view.microBatches()));
        lines.add("");
        if (drawn) {
            lines.addAll(TimelineText.lines(simulation.timeline().ranks(), Unit.PLAIN, screen));
            lines.add("");
        }
        lines.add(cost("makespan", view.makespan(), view.makespanBubble(), view.makespanBubbleRate()));
        lines.add(cost("span", view.span(), view.spanBubble(), view.spanBubbleRate()));
        lines.add("  ideal     " + Numbers.plain(view.ideal()));
        lines.add("  critical  " + path(view));
        lines.add("  buffer    depth %d".formatted(view.bufferDepth()));
        lines.add("");
        lines.addAll(ranks(simulation, view));
        if (!view.alternatives().isEmpty()) {
            lines.add("");
            lines.addAll(AlternativesText.lines(view.alternatives(), Unit.PLAIN));
        }
        return lines;
    }

    private static String cost(String name, double value, double bubble, double rate) {
        return "  %-8s  %s, bubble %s (%s)"
                .formatted(name, Numbers.plain(value), Numbers.plain(bubble), Numbers.percent(rate));
    }

    private static String path(SimulationView view) {
        CriticalPath path = view.criticalPath();
        String parts = path.time().entrySet().stream()
                .map(part -> "%s %s".formatted(part.getKey(), Numbers.percent(part.getValue() / view.makespan())))
                .collect(Collectors.joining(", "));
        return "%d actions: %s".formatted(path.actions(), parts);
    }

    private static List<String> ranks(Simulation simulation, SimulationView view) {
        Table table = new Table("  rank", "busy", "idle", "busy share", "activations", "memory");
        List<RankTimes> times = simulation.timeline().times();
        for (int rank = 0; rank < view.ranks(); rank++) {
            double busy = times.get(rank).busy();
            table.row(
                    rank,
                    Numbers.plain(busy),
                    Numbers.plain(view.makespan() - busy),
                    Numbers.percent(busy / view.makespan()),
                    view.peakActivations().get(rank),
                    Numbers.plain(view.peakMemory().get(rank)));
        }
        return table.lines();
    }
}
