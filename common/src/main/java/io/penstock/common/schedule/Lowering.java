package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Makes a compute table executable: adds the sends and receives between ranks. Ranks are walked round by round, one cell
 * each, and a sender places its SEND and the peer's RECV at the same moment, so both sides list their transfers in one
 * order. Same result as PyTorch's {@code _add_send_recv}; there I and W are joined first ({@link ScheduleTable#fused}),
 * here they stay apart, since the gradient can leave after I.
 */
public final class Lowering {

    private final ScheduleTable compute;
    private final int[] next;
    private final boolean[] asleep;
    private final ActionIndex index;
    private final boolean[] placed;
    private final List<List<Action>> lowered = new ArrayList<>();
    private final List<List<Integer>> overlaps = new ArrayList<>();

    private Lowering(ScheduleTable compute) {
        this.compute = compute;
        this.next = new int[compute.stages().ranks()];
        this.asleep = new boolean[compute.stages().ranks()];
        this.index = new ActionIndex(compute);
        this.placed = new boolean[index.size()];
        compute.actions().forEach(line -> lowered.add(new ArrayList<>(2 * line.size())));
        compute.overlaps().forEach(line -> overlaps.add(new ArrayList<>(line.size())));
    }

    /**
     * @throws InvalidScheduleException if an action is missing, repeated or misplaced, or if the order deadlocks
     */
    public static ScheduleTable lower(ScheduleTable compute) {
        compute.actions().stream().flatMap(List::stream).forEach(Lowering::requireCompute);
        Positions.of(compute);
        Lowering lowering = new Lowering(compute);
        lowering.walk();
        return new ScheduleTable(compute.stages(), compute.microBatches(), lowering.lowered, lowering.overlaps);
    }

    private static void requireCompute(Action action) {
        if (!action.kind().computes()) {
            throw new IllegalArgumentException(
                    "the table has %s, so it is lowered already: remove sends and receives".formatted(action));
        }
    }

    private void walk() {
        int remaining = compute.actions().stream().mapToInt(List::size).sum();
        while (remaining > 0) {
            int before = remaining;
            for (int rank = 0; rank < next.length; rank++) {
                remaining -= advance(rank);
            }
            if (remaining == before) {
                throw Deadlock.at(compute, next, this::missing);
            }
        }
    }

    /** Places the next cell of a rank, one action or a pair, and returns how many actions that were. */
    private int advance(int rank) {
        if (asleep[rank] || next[rank] == compute.of(rank).size()) {
            return 0;
        }
        int from = next[rank];
        boolean pair = compute.overlaps(rank, from);
        List<Action> cell = compute.of(rank).subList(from, pair ? from + 2 : from + 1);
        for (Action action : cell) {
            if (!isReady(action)) {
                asleep[rank] = true;
                return 0;
            }
        }
        if (pair) {
            overlaps.get(rank).add(lowered.get(rank).size());
        }
        next[rank] += cell.size();
        cell.forEach(this::place);
        cell.forEach(action -> compute.stages().outputOf(action).ifPresent(this::placeTransfer));
        return cell.size();
    }

    private boolean isReady(Action action) {
        Action own = Dependencies.own(action);
        Action input = Dependencies.input(action, compute.stages());
        return (own == null || placed[index.of(own)]) && (input == null || placed[index.of(input)]);
    }

    private void placeTransfer(Action send) {
        place(send);
        place(send.peer());
    }

    private void place(Action action) {
        int rank = compute.stages().rankOf(action.stage());
        asleep[rank] = false;
        lowered.get(rank).add(action);
        placed[index.of(action)] = true;
        if (action.kind() == ActionKind.BACKWARD) {
            placed[index.of(action.as(ActionKind.BACKWARD_WEIGHT))] = true;
        }
    }

    private String missing(int rank, Action action) {
        boolean pair = compute.overlaps(rank, next[rank]);
        Stream<Action> cell = pair ? compute.of(rank).subList(next[rank], next[rank] + 2).stream() : Stream.of(action);
        return cell.flatMap(part -> Dependencies.of(part, compute.stages()))
                .filter(needed -> !placed[index.of(needed)])
                .findFirst()
                .map(Objects::toString)
                .orElseThrow();
    }
}
