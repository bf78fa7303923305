package io.penstock.common.schedule;

import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What must stand before an action on its own rank. A whole backward appears as its two halves. */
final class Dependencies {

    private Dependencies() {}

    static Stream<Action> of(Action action, StageMap stages) {
        return Stream.of(own(action), input(action, stages)).filter(Objects::nonNull);
    }

    /** The action of the same stage and micro-batch that goes before. */
    static @Nullable Action own(Action action) {
        return switch (action.kind()) {
            case BACKWARD, BACKWARD_INPUT, SEND_FORWARD -> action.as(ActionKind.FORWARD);
            case BACKWARD_WEIGHT, SEND_BACKWARD -> action.as(ActionKind.BACKWARD_INPUT);
            case FORWARD, RECEIVE_FORWARD, RECEIVE_BACKWARD -> null;
        };
    }

    /** What gives a compute action its input: a receive, or the neighbour stage on the same rank. */
    static @Nullable Action input(Action action, StageMap stages) {
        return switch (action.kind()) {
            case FORWARD -> input(action, action.stage() - 1, ActionKind.RECEIVE_FORWARD, stages);
            case BACKWARD, BACKWARD_INPUT -> input(action, action.stage() + 1, ActionKind.RECEIVE_BACKWARD, stages);
            case BACKWARD_WEIGHT, SEND_FORWARD, SEND_BACKWARD, RECEIVE_FORWARD, RECEIVE_BACKWARD -> null;
        };
    }

    private static @Nullable Action input(Action action, int neighbour, ActionKind receive, StageMap stages) {
        if (neighbour < 0 || neighbour >= stages.stages()) {
            return null;
        }
        ActionKind local = action.kind() == ActionKind.FORWARD ? ActionKind.FORWARD : ActionKind.BACKWARD_INPUT;
        return stages.rankOf(neighbour) == stages.rankOf(action.stage())
                ? new Action(neighbour, local, action.microBatch())
                : action.as(receive);
    }
}
