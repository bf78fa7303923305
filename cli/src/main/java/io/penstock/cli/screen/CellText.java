package io.penstock.cli.screen;

import io.penstock.common.draw.Caption;
import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ActionKind;
import io.penstock.common.simulate.Timeline.Span;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Draws single actions. A rank's chunks are told apart by upper and lower case in turn, with colours also by shade. */
final class CellText {

    private static final String IDLE = ".";
    private static final String BUSY = "-";
    private static final int BLACK = 16;
    private static final int WHITE = 231;

    private final List<List<Integer>> stages;
    private final Set<ActionKind> kinds = EnumSet.noneOf(ActionKind.class);
    private final boolean colour;

    /**
     * @param ranks what there is to draw
     */
    CellText(List<List<Span>> ranks, boolean colour) {
        this.stages = ranks.stream().map(CellText::stages).toList();
        this.colour = colour;
        ranks.stream()
                .flatMap(Collection::stream)
                .map(span -> span.action().kind())
                .forEach(kinds::add);
    }

    private static List<Integer> stages(List<Span> spans) {
        return spans.stream()
                .map(span -> span.action().stage())
                .distinct()
                .sorted()
                .toList();
    }

    /** Kind and micro-batch; the line tells the rank. */
    static String label(Span span) {
        return span.action().kind().text() + span.action().microBatch();
    }

    String idle(int width) {
        return (colour ? " " : IDLE).repeat(width);
    }

    String busy(Span span, int rank, int width) {
        boolean odd = stages.get(rank).indexOf(span.action().stage()) % 2 == 1;
        String label = label(span);
        String name = label.length() <= width ? label : label.substring(0, 1);
        String cased = odd ? name.toLowerCase(Locale.ROOT) : name;
        String text = cased + (colour ? " " : BUSY).repeat(width - name.length());
        return colour ? paint(text, span.action(), odd) : text;
    }

    private static String paint(String text, Action action, boolean odd) {
        int background = background(action.kind(), odd);
        return "\u001b[38;5;%d;48;5;%dm%s\u001b[0m".formatted(odd ? BLACK : WHITE, background, text);
    }

    private static int background(ActionKind kind, boolean odd) {
        return switch (kind) {
            case FORWARD -> odd ? 117 : 25;
            case BACKWARD_INPUT -> odd ? 222 : 130;
            case BACKWARD_WEIGHT -> odd ? 157 : 28;
            case BACKWARD -> odd ? 217 : 124;
            case SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> odd ? 252 : 240;
        };
    }

    String legend() {
        String names = kinds.stream().map(Caption::of).collect(Collectors.joining(", "));
        boolean several = stages.stream().anyMatch(own -> own.size() > 1);
        return names + ", " + (colour ? "blank" : IDLE) + " idle" + (several ? "; lower case: every second chunk" : "");
    }
}
