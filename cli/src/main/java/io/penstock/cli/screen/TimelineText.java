package io.penstock.cli.screen;

import io.penstock.common.simulate.Timeline.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Draws when each action of a step runs: a line a rank, time to the right. A long step is cut into panels as long as they
 * fit on a screen, so that each cell has room for its name.
 */
public final class TimelineText {

    private static final String MARGIN = "         ";

    private final List<Block> blocks;
    private final TimeScale scale;
    private final Unit unit;
    private final CellText cells;

    /** Ranks under one title; an empty title takes no line. */
    public record Block(String title, List<List<Span>> ranks) {

        double end() {
            return ranks.stream()
                    .flatMap(Collection::stream)
                    .mapToDouble(Span::end)
                    .max()
                    .orElse(0);
        }
    }

    private TimelineText(List<Block> blocks, Unit unit, Screen screen) {
        List<Span> spans = blocks.stream()
                .flatMap(block -> block.ranks().stream())
                .flatMap(Collection::stream)
                .toList();
        int rows = blocks.stream().mapToInt(block -> block.ranks().size() + 1).sum();
        this.blocks = blocks;
        this.unit = unit;
        this.scale = TimeScale.of(spans, screen.columns() - MARGIN.length(), rows);
        this.cells = new CellText(blocks.getFirst().ranks(), screen.colour());
    }

    public static List<String> lines(List<List<Span>> ranks, Unit unit, Screen screen) {
        return lines(unit, screen, new Block("", ranks));
    }

    /** Blocks on one time axis. */
    static List<String> lines(Unit unit, Screen screen, Block... blocks) {
        return new TimelineText(List.of(blocks), unit, screen).lines();
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int panel = 0; panel < scale.panels(); panel++) {
            lines.add(MARGIN + scale.axis(panel, unit.factor()));
            for (Block block : blocks) {
                lines.addAll(rows(block, panel));
            }
        }
        lines.add(MARGIN + cells.legend() + (unit == Unit.PLAIN ? "" : "; time in" + unit.suffix()));
        return lines;
    }

    /** Nothing where a block has come to its end. */
    private List<String> rows(Block block, int panel) {
        List<String> rows = new ArrayList<>();
        int width = Math.min(scale.width(panel), scale.column(block.end(), panel));
        if (width > 0 || panel == 0) {
            if (!block.title().isEmpty()) {
                rows.add(block.title());
            }
            for (int rank = 0; rank < block.ranks().size(); rank++) {
                rows.add("rank %-3d ".formatted(rank) + row(block.ranks().get(rank), rank, panel, width));
            }
        }
        return rows;
    }

    private String row(List<Span> spans, int rank, int panel, int width) {
        StringBuilder row = new StringBuilder();
        int column = 0;
        for (Span span : spans) {
            int from = Math.max(column, scale.column(span.start(), panel));
            int to = Math.min(scale.width(panel), Math.max(from + 1, scale.column(span.end(), panel)));
            if (scale.isIn(span, panel) && from < to) {
                row.append(cells.idle(from - column)).append(cells.busy(span, rank, to - from));
                column = to;
            }
        }
        return row.append(cells.idle(Math.max(0, width - column))).toString();
    }
}
