package io.penstock.common.simulate;

import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ActionKind;
import io.penstock.common.simulate.Timeline.Span;
import io.penstock.common.simulate.Timeline.Transfer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Follows a step back from its last action: each time to what that action had to wait for. */
final class CriticalPath {

    private final Map<Action, Span> before = new HashMap<>();
    private final Map<Action, Span> producers = new HashMap<>();
    private final Map<Action, Transfer> arrivals = new HashMap<>();
    private @Nullable Span last;

    CriticalPath(Timeline timeline) {
        timeline.ranks().forEach(this::read);
        timeline.transfers().forEach(transfer -> arrivals.put(transfer.send().peer(), transfer));
    }

    private void read(List<Span> rank) {
        Span previous = null;
        for (Span span : rank) {
            if (previous != null) {
                before.put(span.action(), previous);
            }
            producers.put(result(span.action()), span);
            previous = span;
        }
        if (previous != null && (last == null || previous.end() > last.end())) {
            last = previous;
        }
    }

    List<Span> spans() {
        List<Span> path = new ArrayList<>();
        for (Span span = last; span != null; span = cause(span)) {
            path.add(span);
        }
        Collections.reverse(path);
        return path;
    }

    private @Nullable Span cause(Span span) {
        Span previous = before.get(span.action());
        Transfer input = input(span.action());
        if (input == null || (previous != null && previous.end() >= input.arrival())) {
            return previous;
        }
        return producers.get(source(input.send()));
    }

    private @Nullable Transfer input(Action action) {
        return switch (action.kind()) {
            case FORWARD -> arrivals.get(with(action, ActionKind.RECEIVE_FORWARD));
            case BACKWARD, BACKWARD_INPUT -> arrivals.get(with(action, ActionKind.RECEIVE_BACKWARD));
            case BACKWARD_WEIGHT, SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> null;
        };
    }

    /** What others wait for: a whole backward gives its I. */
    private static Action result(Action action) {
        return action.kind() == ActionKind.BACKWARD ? with(action, ActionKind.BACKWARD_INPUT) : action;
    }

    private static Action source(Action send) {
        return with(send, send.kind() == ActionKind.SEND_FORWARD ? ActionKind.FORWARD : ActionKind.BACKWARD_INPUT);
    }

    private static Action with(Action action, ActionKind kind) {
        return new Action(action.stage(), kind, action.microBatch());
    }
}
