package io.penstock.common.plan;

import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ActionIndex;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Counts the frames that can wait unread on one link (one sender stage, one direction) however fast or slow the ranks
 * are. A frame waits until the compute action that needs it begins. Exact, by vector clocks (Mattern, 1989): each frame
 * carries how far every rank must have come when it was sent, so a sender knows what its receiver has surely taken.
 */
public final class BufferDepth {

    private static final int[] NOTHING = {};

    private final ScheduleTable table;
    private final int[][] clocks;
    private final ActionIndex index;
    private final int[][] carried;
    private final List<Link> links = new ArrayList<>();
    private int depth = 1;

    private BufferDepth(ScheduleTable table) {
        this.table = table;
        this.index = new ActionIndex(table);
        this.carried = new int[index.size()][];
        this.clocks = new int[table.stages().ranks()][table.stages().ranks()];
        for (int link = 0; link < Walk.links(table); link++) {
            links.add(new Link());
        }
    }

    /**
     * @param lowered a table without deadlock
     * @return the credits of each link with which no send ever waits, at least 1
     */
    public static int of(ScheduleTable lowered) {
        BufferDepth bufferDepth = new BufferDepth(lowered);
        Walk.over(lowered, Walk.UNBOUNDED, bufferDepth::visit);
        return bufferDepth.depth;
    }

    private void visit(int rank, int cell, Action action) {
        table.stages().inputOf(action).ifPresent(receive -> take(rank, receive));
        clocks[rank][rank]++;
        switch (action.kind()) {
            case SEND_FORWARD, SEND_BACKWARD -> send(rank, action);
            case FORWARD, BACKWARD_INPUT, BACKWARD_WEIGHT, BACKWARD, RECEIVE_FORWARD, RECEIVE_BACKWARD -> {}
        }
    }

    private void take(int rank, Action receive) {
        int[] mine = clocks[rank];
        int place = index.of(receive);
        int[] theirs = Objects.requireNonNull(carried[place]);
        carried[place] = NOTHING;
        for (int other = 0; other < mine.length; other++) {
            mine[other] = Math.max(mine[other], theirs[other]);
        }
        link(receive.peer()).takenAt.add(mine[rank]);
    }

    private void send(int rank, Action send) {
        int receiver = table.stages().rankOf(send.peer().stage());
        depth = Math.max(depth, link(send).waitingAfterSend(clocks[rank][receiver]));
        carried[index.of(send.peer())] = clocks[rank].clone();
    }

    private Link link(Action send) {
        return links.get(Walk.link(send));
    }

    private static final class Link {

        /** Cells that the receiver had finished when it took each frame. */
        private final List<Integer> takenAt = new ArrayList<>();

        private int sent;
        private int surelyTaken;

        private int waitingAfterSend(int receiverCells) {
            sent++;
            while (surelyTaken < takenAt.size() && takenAt.get(surelyTaken) < receiverCells) {
                surelyTaken++;
            }
            return sent - surelyTaken;
        }
    }
}
