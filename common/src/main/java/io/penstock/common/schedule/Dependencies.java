package io.penstock.common.schedule;

import java.util.Optional;
import java.util.stream.Stream;

/** What must stand before an action on its own rank. A whole backward appears as its two halves. */
final class Dependencies {

    private Dependencies() {}

    static Stream<Action> of(Action action, StageMap stages) {
        return switch (action.kind()) {
            case FORWARD -> input(action, stages);
            case BACKWARD, BACKWARD_INPUT ->
                Stream.concat(Stream.of(action.as(ActionKind.FORWARD)), input(action, stages));
            case BACKWARD_WEIGHT, SEND_BACKWARD -> Stream.of(action.as(ActionKind.BACKWARD_INPUT));
            case SEND_FORWARD -> Stream.of(action.as(ActionKind.FORWARD));
            case RECEIVE_FORWARD, RECEIVE_BACKWARD -> Stream.empty();
        };
    }

    private static Stream<Action> input(Action action, StageMap stages) {
        return stages.inputOf(action).or(() -> local(action, stages)).stream();
    }

    private static Optional<Action> local(Action action, StageMap stages) {
        boolean forward = action.kind() == ActionKind.FORWARD;
        int neighbour = forward ? action.stage() - 1 : action.stage() + 1;
        if (neighbour < 0 || neighbour >= stages.stages()) {
            return Optional.empty();
        }
        ActionKind kind = forward ? ActionKind.FORWARD : ActionKind.BACKWARD_INPUT;
        return Optional.of(new Action(neighbour, kind, action.microBatch()));
    }
}
