package io.penstock.cli.screen;

import io.penstock.common.draw.Ticks;
import io.penstock.common.simulate.Timeline.Span;
import java.util.List;

/**
 * Which column of which panel a moment is in. If it can be, a short action is a whole number of columns wide, so that
 * equal actions look equal.
 *
 * @param columns of one unit of time
 * @param width columns of a full panel
 */
record TimeScale(double start, double end, double columns, int width) {

    private static final int LINES = 60;
    private static final int SMALL = 8;
    private static final int TICK = 9;
    private static final double ROUNDING = 1e-9;

    /**
     * @param room columns there are
     * @param rows lines of one panel
     */
    static TimeScale of(List<Span> spans, int room, int rows) {
        double start = spans.stream().mapToDouble(Span::start).min().orElse(0);
        double end = spans.stream().mapToDouble(Span::end).max().orElse(1);
        double total = end > start ? end - start : 1;
        double small = small(spans, total);
        int most = Math.max(1, LINES / (rows + 1));
        for (int cell = longestLabel(spans); cell > 0; cell--) {
            double needed = total / small * cell;
            int panels = (int) Math.ceil(needed / (room - room % cell) - ROUNDING);
            if (needed <= room) {
                int widest = (int) (room * small / total + ROUNDING);
                return new TimeScale(start, end, widest / small, room);
            }
            if (panels <= most) {
                int cells = (int) Math.ceil(total / small / panels - ROUNDING);
                return new TimeScale(start, end, cell / small, cells * cell);
            }
        }
        return new TimeScale(start, end, room / total, room);
    }

    private static int longestLabel(List<Span> spans) {
        return spans.stream()
                .mapToInt(span -> CellText.label(span).length())
                .max()
                .orElse(1);
    }

    /** The time that seven of eight actions take at least. */
    private static double small(List<Span> spans, double otherwise) {
        double[] durations = spans.stream()
                .mapToDouble(Span::duration)
                .filter(duration -> duration > 0)
                .sorted()
                .toArray();
        return durations.length == 0 ? otherwise : durations[durations.length / SMALL];
    }

    int panels() {
        return Math.max(1, (int) Math.ceil((end - start) * columns / width - ROUNDING));
    }

    /** The last panel is only as wide as it needs to be. */
    int width(int panel) {
        return Math.min(width, Math.max(1, column(end, panel)));
    }

    int column(double time, int panel) {
        return (int) Math.round((time - start) * columns) - panel * width;
    }

    boolean isIn(Span span, int panel) {
        int from = column(span.start(), panel);
        int to = Math.max(column(span.end(), panel), from + 1);
        return from < width(panel) && to > 0;
    }

    /** Times at round distances, each with a bar above the moment itself. */
    String axis(int panel, double factor) {
        double step = Ticks.step(TICK / columns * factor) / factor;
        StringBuilder axis = new StringBuilder();
        double first = panel * width / columns;
        for (long tick = (long) Math.ceil(first / step - ROUNDING); ; tick++) {
            int column = column(start + tick * step, panel);
            String mark = "|" + Numbers.plain(tick * step * factor);
            if (column >= width(panel) || column + mark.length() > width) {
                return axis.toString();
            }
            axis.append(" ".repeat(Math.max(0, column - axis.length()))).append(mark);
        }
    }
}
