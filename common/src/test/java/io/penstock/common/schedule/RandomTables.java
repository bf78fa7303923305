package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes compute tables of no known schedule that can run: each rank's order is its part of one random global order. */
public final class RandomTables {

    private RandomTables() {}

    public static ScheduleTable table(StageMap stages, int microBatches, Random random) {
        List<List<Action>> lines = new ArrayList<>();
        IntStream.range(0, stages.ranks()).forEach(rank -> lines.add(new ArrayList<>()));
        List<Action> open = new ArrayList<>(all(stages, microBatches, random));
        Set<Action> done = new HashSet<>();
        while (!open.isEmpty()) {
            List<Action> ready = open.stream()
                    .filter(action -> needs(action, stages).allMatch(done::contains))
                    .toList();
            Action next = ready.get(random.nextInt(ready.size()));
            open.remove(next);
            lines.get(stages.rankOf(next.stage())).add(next);
            next.kind().parts().forEach(part -> done.add(next.as(part)));
        }
        return new ScheduleTable(stages, microBatches, lines);
    }

    private static List<Action> all(StageMap stages, int microBatches, Random random) {
        return IntStream.range(0, stages.stages() * microBatches)
                .mapToObj(i -> new Action(i / microBatches, ActionKind.FORWARD, i % microBatches))
                .flatMap(forward -> Stream.concat(Stream.of(forward), backward(forward, random.nextBoolean())))
                .toList();
    }

    private static Stream<Action> backward(Action forward, boolean whole) {
        return whole
                ? Stream.of(forward.as(ActionKind.BACKWARD))
                : ActionKind.BACKWARD.parts().stream().map(forward::as);
    }

    private static Stream<Action> needs(Action action, StageMap stages) {
        return switch (action.kind()) {
            case FORWARD -> neighbour(action, -1, ActionKind.FORWARD, stages);
            case BACKWARD, BACKWARD_INPUT ->
                Stream.concat(
                        Stream.of(action.as(ActionKind.FORWARD)),
                        neighbour(action, 1, ActionKind.BACKWARD_INPUT, stages));
            case BACKWARD_WEIGHT -> Stream.of(action.as(ActionKind.BACKWARD_INPUT));
            case SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> throw new AssertionError(action);
        };
    }

    private static Stream<Action> neighbour(Action action, int offset, ActionKind kind, StageMap stages) {
        int stage = action.stage() + offset;
        return stage < 0 || stage >= stages.stages()
                ? Stream.empty()
                : Stream.of(new Action(stage, kind, action.microBatch()));
    }
}
