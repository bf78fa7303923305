package io.penstock.common.schedule;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.IntStream;

/**
 * Visits the actions of a lowered table in one order that its transfers allow, in time linear in their number. A RECV
 * waits for its frame, a SEND for room on its link (one sender stage, one direction), and a frame takes its room until
 * the compute action that needs it has run. A table that passes here also passes on a runtime that waits less.
 */
public final class Walk {

    /** No limit of frames on a link. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    /** Told of each action after everything that it depends on. */
    @FunctionalInterface
    public interface Visitor {

        /** @param index of the action on its rank */
        void visit(int rank, int index, Action action);
    }

    private final ScheduleTable table;
    private final int bufferDepth;
    private final Visitor visitor;
    private final int[] next;
    private final int[] frames;
    private final ActionIndex index;
    private final boolean[] sent;
    private final Deque<Integer> awake = new ArrayDeque<>();

    private Walk(ScheduleTable table, int bufferDepth, Visitor visitor) {
        this.table = table;
        this.bufferDepth = bufferDepth;
        this.visitor = visitor;
        this.next = new int[table.stages().ranks()];
        this.frames = new int[links(table)];
        this.index = new ActionIndex(table);
        this.sent = new boolean[index.size()];
    }

    /**
     * @throws InvalidScheduleException if the ranks come to wait for each other
     */
    public static void over(ScheduleTable lowered, int bufferDepth, Visitor visitor) {
        new Walk(lowered, bufferDepth, visitor).run();
    }

    /** How many links a table has; {@link #link} numbers them. */
    public static int links(ScheduleTable table) {
        return 2 * table.stages().stages();
    }

    /** The link that a send uses, from 0. */
    public static int link(Action send) {
        return 2 * send.stage() + (send.kind() == ActionKind.SEND_FORWARD ? 0 : 1);
    }

    private void run() {
        IntStream.range(0, next.length).forEach(awake::add);
        while (!awake.isEmpty()) {
            advance(awake.remove());
        }
        if (IntStream.range(0, next.length)
                .anyMatch(rank -> next[rank] < table.of(rank).size())) {
            throw Deadlock.at(table, next, this::reason);
        }
    }

    private void advance(int rank) {
        while (next[rank] < table.of(rank).size()) {
            Action action = table.of(rank).get(next[rank]);
            if (!ready(action)) {
                return;
            }
            visitor.visit(rank, next[rank]++, action);
            settle(action);
        }
    }

    private boolean ready(Action action) {
        return switch (action.kind()) {
            case SEND_FORWARD, SEND_BACKWARD -> frames[link(action)] < bufferDepth;
            case RECEIVE_FORWARD, RECEIVE_BACKWARD -> sent[index.of(action)];
            case FORWARD, BACKWARD_INPUT, BACKWARD_WEIGHT, BACKWARD -> true;
        };
    }

    private void settle(Action action) {
        switch (action.kind()) {
            case SEND_FORWARD, SEND_BACKWARD -> {
                Action receive = action.peer();
                sent[index.of(receive)] = true;
                frames[link(action)]++;
                awake.add(table.stages().rankOf(receive.stage()));
            }
            case FORWARD, BACKWARD_INPUT, BACKWARD ->
                table.stages().inputOf(action).map(Action::peer).ifPresent(send -> {
                    if (frames[link(send)]-- == bufferDepth) {
                        awake.add(table.stages().rankOf(send.stage()));
                    }
                });
            case BACKWARD_WEIGHT, RECEIVE_FORWARD, RECEIVE_BACKWARD -> {}
        }
    }

    private String reason(int rank, Action action) {
        return switch (action.kind()) {
            case SEND_FORWARD, SEND_BACKWARD -> "room on its link of depth %d".formatted(bufferDepth);
            case RECEIVE_FORWARD, RECEIVE_BACKWARD -> action.peer().toString();
            case FORWARD, BACKWARD_INPUT, BACKWARD_WEIGHT, BACKWARD ->
                throw new IllegalStateException(action + " never waits");
        };
    }
}
