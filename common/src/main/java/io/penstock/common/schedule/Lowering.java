package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes a compute table executable: adds the sends and receives between ranks and joins each I with the W that follows
 * it to a B. Ranks are walked round by round, one action each, and a sender places its SEND and the peer's RECV at the
 * same moment, so both sides list their transfers in one order. Same result as PyTorch's {@code _add_send_recv}.
 */
public final class Lowering {

    private final ScheduleTable compute;
    private final int[] next;
    private final boolean[] asleep;
    private final Set<Action> placed = new HashSet<>();
    private final List<List<Action>> lowered = new ArrayList<>();

    private Lowering(ScheduleTable compute) {
        this.compute = compute;
        this.next = new int[compute.stages().ranks()];
        this.asleep = new boolean[compute.stages().ranks()];
        compute.actions().forEach(line -> lowered.add(new ArrayList<>()));
    }

    /**
     * @throws InvalidScheduleException if an action is missing, repeated or misplaced, or if the order deadlocks
     */
    public static ScheduleTable lower(ScheduleTable compute) {
        compute.actions().stream().flatMap(List::stream).forEach(Lowering::requireCompute);
        Positions.of(compute);
        List<List<Action>> merged =
                compute.actions().stream().map(Lowering::merge).toList();
        Lowering lowering = new Lowering(new ScheduleTable(compute.stages(), compute.microBatches(), merged));
        lowering.walk();
        return new ScheduleTable(compute.stages(), compute.microBatches(), lowering.lowered);
    }

    private static void requireCompute(Action action) {
        if (!action.kind().computes()) {
            throw new IllegalArgumentException(
                    "the table has %s, so it is lowered already: remove sends and receives".formatted(action));
        }
    }

    private static List<Action> merge(List<Action> line) {
        List<Action> merged = new ArrayList<>();
        for (Action action : line) {
            if (action.kind() == ActionKind.BACKWARD_WEIGHT
                    && !merged.isEmpty()
                    && merged.getLast().equals(action.as(ActionKind.BACKWARD_INPUT))) {
                merged.set(merged.size() - 1, action.as(ActionKind.BACKWARD));
            } else {
                merged.add(action);
            }
        }
        return merged;
    }

    private void walk() {
        int remaining = compute.actions().stream().mapToInt(List::size).sum();
        while (remaining > 0) {
            int before = remaining;
            for (int rank = 0; rank < next.length; rank++) {
                remaining -= advance(rank) ? 1 : 0;
            }
            if (remaining == before) {
                throw Deadlock.at(compute, next, this::missing);
            }
        }
    }

    private boolean advance(int rank) {
        if (asleep[rank] || next[rank] == compute.of(rank).size()) {
            return false;
        }
        Action action = compute.of(rank).get(next[rank]);
        if (!Dependencies.of(action, compute.stages()).allMatch(placed::contains)) {
            asleep[rank] = true;
            return false;
        }
        next[rank]++;
        place(action);
        compute.stages().outputOf(action).ifPresent(this::placeTransfer);
        return true;
    }

    private void placeTransfer(Action send) {
        place(send);
        place(send.peer());
    }

    private void place(Action action) {
        int rank = compute.stages().rankOf(action.stage());
        asleep[rank] = false;
        lowered.get(rank).add(action);
        action.kind().parts().forEach(part -> placed.add(action.as(part)));
    }

    private String missing(Action action) {
        return Dependencies.of(action, compute.stages())
                .filter(needed -> !placed.contains(needed))
                .findFirst()
                .orElseThrow()
                .toString();
    }
}
