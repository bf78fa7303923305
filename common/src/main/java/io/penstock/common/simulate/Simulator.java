package io.penstock.common.simulate;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ActionIndex;
import io.penstock.common.schedule.ActionKind;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.Walk;
import io.penstock.common.simulate.Timeline.Span;
import io.penstock.common.simulate.Timeline.Transfer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Predicts when each action of a step runs. A rank computes one action at a time in the table's order, as soon as the
 * action's input is there; both inputs of an overlapped pair must be there, and its results leave at its end. A send waits
 * for room at the receiver, a frame for the one before it, and then takes the link's time. Time linear in the actions.
 */
public final class Simulator {

    private final ScheduleTable table;
    private final PipelineCosts costs;
    private final int bufferDepth;
    private final ActionIndex index;
    private final double[] free;
    private final double[] pairStart;
    private final double[] arrivals;
    private final List<Queue> queues = new ArrayList<>();
    /** By sender and receiver, when the frames sent so far are out; empty if frames take no time. */
    private final double[] wires;

    private final List<List<Span>> spans = new ArrayList<>();
    private final List<Transfer> transfers = new ArrayList<>();

    /** When the frames of one link were taken, for as many as may wait. */
    private static final class Queue {

        private double[] takenAt = new double[16];
        private int taken;
        private int sent;

        void take(double time) {
            if (taken == takenAt.length) {
                takenAt = Arrays.copyOf(takenAt, 2 * taken);
            }
            takenAt[taken++] = time;
        }

        /** When there is room for the next frame. */
        double room(int depth) {
            int before = sent++ - depth;
            return before < 0 ? 0 : takenAt[before];
        }
    }

    private Simulator(ScheduleTable table, PipelineCosts costs, int bufferDepth) {
        this.table = table;
        this.costs = costs;
        this.bufferDepth = bufferDepth;
        this.index = new ActionIndex(table);
        this.free = new double[table.stages().ranks()];
        this.pairStart = new double[table.stages().ranks()];
        this.arrivals = new double[index.size()];
        this.wires = new double[costs.link().timePerByte() > 0 ? free.length * free.length : 0];
        for (int link = 0; link < Walk.links(table); link++) {
            queues.add(new Queue());
        }
        table.actions().forEach(line -> spans.add(new ArrayList<>(line.size())));
    }

    /**
     * @param lowered a table that {@link io.penstock.common.schedule.ScheduleValidator} accepts with this depth
     * @param bufferDepth frames that may wait unread on one link
     */
    public static Timeline simulate(ScheduleTable lowered, PipelineCosts costs, int bufferDepth) {
        if (costs.stages() != lowered.stages().stages()) {
            throw new IllegalArgumentException("a table of %d stages needs as many costs, got %d"
                    .formatted(lowered.stages().stages(), costs.stages()));
        }
        Simulator simulator = new Simulator(lowered, costs, bufferDepth);
        Walk.over(lowered, bufferDepth, simulator::visit);
        return new Timeline(simulator.spans, simulator.transfers);
    }

    /** With room for every frame. */
    public static Timeline simulate(ScheduleTable lowered, PipelineCosts costs) {
        return simulate(lowered, costs, Walk.UNBOUNDED);
    }

    private void visit(int rank, int cell, Action action) {
        switch (action.kind()) {
            case FORWARD, BACKWARD_INPUT, BACKWARD_WEIGHT, BACKWARD -> compute(rank, cell, action);
            case SEND_FORWARD, SEND_BACKWARD -> send(rank, action);
            case RECEIVE_FORWARD, RECEIVE_BACKWARD -> {}
        }
    }

    private void compute(int rank, int cell, Action action) {
        double start = Math.max(free[rank], arrival(action));
        if (overlaps(rank, cell)) {
            start = Math.max(start, arrival(table.of(rank).get(cell + 1)));
            pairStart[rank] = start;
        }
        boolean second = overlaps(rank, cell - 1);
        take(action, second ? pairStart[rank] : start);
        free[rank] = start + cost(action);
        spans.get(rank).add(new Span(action, start, free[rank]));
    }

    private boolean overlaps(int rank, int cell) {
        return !table.overlaps().get(rank).isEmpty() && table.overlaps(rank, cell);
    }

    private double arrival(Action action) {
        return switch (action.kind()) {
            case FORWARD -> arrivals[index.of(action.stage(), ActionKind.RECEIVE_FORWARD, action.microBatch())];
            case BACKWARD, BACKWARD_INPUT ->
                arrivals[index.of(action.stage(), ActionKind.RECEIVE_BACKWARD, action.microBatch())];
            case BACKWARD_WEIGHT, SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> 0;
        };
    }

    private void take(Action action, double time) {
        if (bufferDepth != Walk.UNBOUNDED) {
            table.stages()
                    .inputOf(action)
                    .ifPresent(receive -> queues.get(Walk.link(receive.peer())).take(time));
        }
    }

    private void send(int rank, Action send) {
        Link link = costs.link();
        Action receive = send.peer();
        double room =
                bufferDepth == Walk.UNBOUNDED ? 0 : queues.get(Walk.link(send)).room(bufferDepth);
        free[rank] = Math.max(free[rank], room);
        double departure = free[rank];
        double left = departure;
        if (link.timePerByte() > 0) {
            int wire = rank * free.length + table.stages().rankOf(receive.stage());
            left = Math.max(departure, wires[wire]) + bytes(send) * link.timePerByte();
            wires[wire] = left;
        }
        if (link.occupiesRank()) {
            free[rank] = left;
        }
        arrivals[index.of(receive)] = left + link.latency();
        transfers.add(new Transfer(send, departure, left + link.latency()));
    }

    /** What goes over the boundary behind the lower one of two stages, in either direction. */
    private double bytes(Action send) {
        int lower = send.kind() == ActionKind.SEND_FORWARD ? send.stage() : send.stage() - 1;
        return costs.sizes().get(lower).output();
    }

    private double cost(Action action) {
        StageCosts stage = costs.times().get(action.stage());
        return switch (action.kind()) {
            case FORWARD -> stage.forward();
            case BACKWARD_INPUT -> stage.backwardInput();
            case BACKWARD_WEIGHT -> stage.backwardWeight();
            case BACKWARD -> stage.backward();
            case SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> 0;
        };
    }
}
