package io.penstock.common.plan;

import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ActionKind;
import io.penstock.common.schedule.ScheduleTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Runs a lowered table one cell at a time with unbounded links and any rank that can go next: a compute action waits for
 * its frame, nothing else waits.
 */
final class Interleaving {

    private record Link(int sender, ActionKind kind) {}

    private final ScheduleTable table;
    private final int[] next;
    private final Set<Action> arrived = new HashSet<>();
    private final Map<Link, Integer> waiting = new HashMap<>();
    private int peak;

    private Interleaving(ScheduleTable table) {
        this.table = table;
        this.next = new int[table.stages().ranks()];
    }

    /**
     * @param chooser picks the next rank among those that can go
     * @return the most frames that waited on one link at one moment
     */
    static int peak(ScheduleTable table, ToIntFunction<List<Integer>> chooser) {
        Interleaving run = new Interleaving(table);
        for (List<Integer> ready = run.ready(); !ready.isEmpty(); ready = run.ready()) {
            run.step(chooser.applyAsInt(ready));
        }
        if (!run.finished()) {
            throw new AssertionError("stuck at " + Arrays.toString(run.next));
        }
        return run.peak;
    }

    private List<Integer> ready() {
        return IntStream.range(0, next.length).filter(this::canGo).boxed().toList();
    }

    private boolean finished() {
        return IntStream.range(0, next.length)
                .allMatch(rank -> next[rank] == table.of(rank).size());
    }

    private boolean canGo(int rank) {
        return next[rank] < table.of(rank).size()
                && table.stages()
                        .inputOf(table.of(rank).get(next[rank]))
                        .map(arrived::contains)
                        .orElse(true);
    }

    private void step(int rank) {
        Action action = table.of(rank).get(next[rank]++);
        table.stages().inputOf(action).ifPresent(receive -> count(receive.peer(), -1));
        if (action.kind() == ActionKind.SEND_FORWARD || action.kind() == ActionKind.SEND_BACKWARD) {
            arrived.add(action.peer());
            count(action, 1);
        }
    }

    private void count(Action send, int change) {
        peak = Math.max(peak, waiting.merge(new Link(send.stage(), send.kind()), change, Integer::sum));
    }
}
