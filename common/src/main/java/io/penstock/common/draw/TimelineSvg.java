package io.penstock.common.draw;

import io.penstock.common.schedule.ActionKind;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.simulate.Timeline;
import io.penstock.common.simulate.Timeline.Span;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A step's timeline as a picture: a lane a rank, time to the right, each action in its kind's colour with its micro-batch
 * in it, idle time as empty lane.
 */
public final class TimelineSvg {

    private static final double WIDTH = 840;
    private static final int LEFT = 56;
    private static final int RIGHT = 24;
    private static final int TOP = 6;
    private static final int LANE = 26;
    private static final int PITCH = 31;
    private static final int AXIS = 22;
    private static final int LEGEND = 24;
    private static final double NARROWEST_TICK = 40;
    private static final double LARGEST_LABEL = 12;
    private static final double SMALLEST_LABEL = 6;

    private final Timeline timeline;
    private final StageMap stages;
    private final double scale;
    private final Svg svg = new Svg();

    private TimelineSvg(Timeline timeline, StageMap stages, double scale) {
        this.timeline = timeline;
        this.stages = stages;
        this.scale = scale;
    }

    /** As wide as a page. */
    public static String of(String title, Timeline timeline, StageMap stages) {
        return of(title, timeline, stages, timeline.makespan() > 0 ? WIDTH / timeline.makespan() : WIDTH);
    }

    /**
     * @param scale pixels of one unit of time, so that several pictures can be compared
     */
    public static String of(String title, Timeline timeline, StageMap stages, double scale) {
        return new TimelineSvg(timeline, stages, scale).draw(title);
    }

    private String draw(String title) {
        int lanes = TOP + PITCH * stages.ranks();
        int height = lanes + AXIS + LEGEND;
        double width = LEFT + Math.max(WIDTH, timeline.makespan() * scale) + RIGHT;
        svg.add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" width=\"%s\" height=\"%s\" role=\"img\">",
                width, height, width, height);
        svg.add("<title>%s</title>", Svg.escaped(title));
        style();
        for (int rank = 0; rank < stages.ranks(); rank++) {
            lane(rank);
        }
        axis(lanes);
        new Legend(svg, LEFT, lanes + AXIS + LEGEND / 2).draw(kinds(), stages.chunks());
        return svg.add("</svg>").toString();
    }

    private Set<ActionKind> kinds() {
        Set<ActionKind> kinds = EnumSet.noneOf(ActionKind.class);
        timeline.ranks().stream()
                .flatMap(Collection::stream)
                .map(span -> span.action().kind())
                .forEach(kinds::add);
        return kinds;
    }

    private void style() {
        svg.add("<style>");
        svg.add("text{font:11px -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:%s}", Palette.TEXT);
        svg.add("g text{text-anchor:middle}");
        svg.add(".%s{fill:%s;fill-opacity:.16}", Palette.IDLE, Palette.TEXT);
        svg.add("line{stroke:%s}", Palette.TEXT);
        for (ActionKind kind : kinds()) {
            for (int chunk = 0; chunk < stages.chunks(); chunk++) {
                String name = Palette.name(kind, chunk);
                svg.add(".%s{fill:%s}", name, Palette.fill(kind, chunk, stages.chunks()));
                svg.add("text.%s{fill:%s}", name, Palette.label(kind, chunk, stages.chunks()));
            }
        }
        svg.add("</style>");
    }

    private void lane(int rank) {
        int y = TOP + PITCH * rank;
        List<Integer> own = stages.stagesOf(rank).boxed().toList();
        svg.add("<text x=\"6\" y=\"%s\">rank %s</text>", y + LANE / 2 + 4, rank);
        svg.add("<g transform=\"translate(%s %s)\">", LEFT, y);
        svg.add(
                "<rect class=\"%s\" width=\"%s\" height=\"%s\" rx=\"3\"/>",
                Palette.IDLE, timeline.makespan() * scale, LANE);
        timeline.ranks()
                .get(rank)
                .forEach(span -> cell(span, own.indexOf(span.action().stage())));
        svg.add("</g>");
    }

    private void cell(Span span, int chunk) {
        String name = Palette.name(span.action().kind(), chunk);
        double start = (span.start() - timeline.firstStart()) * scale;
        double width = span.duration() * scale;
        double shown = width - Math.min(1, width / 8);
        svg.add("<rect class=\"%s\" x=\"%s\" width=\"%s\" height=\"%s\" rx=\"2\"/>", name, start, shown, LANE);
        String label = String.valueOf(span.action().microBatch());
        double size = Math.min(LARGEST_LABEL, shown / label.length() * 1.45);
        if (size >= SMALLEST_LABEL) {
            svg.add(
                    "<text class=\"%s\" x=\"%s\" y=\"%s\" style=\"font-size:%spx\">%s</text>",
                    name, start + shown / 2, LANE / 2.0 + size * 0.36, size, label);
        }
    }

    private void axis(int y) {
        double step = Ticks.step(NARROWEST_TICK / scale);
        svg.add("<g transform=\"translate(%s %s)\">", LEFT, y);
        for (int tick = 0; tick * step <= timeline.makespan() * (1 + 1e-9); tick++) {
            double x = tick * step * scale;
            svg.add("<line x1=\"%s\" x2=\"%s\" y1=\"-3\" y2=\"2\"/>", x, x);
            svg.add("<text x=\"%s\" y=\"14\">%s</text>", x, Ticks.text(tick * step));
        }
        svg.add("</g>");
    }
}
