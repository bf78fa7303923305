package io.penstock.common.simulate;

import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.Walk;
import io.penstock.common.simulate.Timeline.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Predicts when each action of a step runs. A rank computes one action at a time in the table's order, as soon as the
 * action's input is there; sends and receives take no time of either rank, a frame arrives one latency after its send.
 */
public final class Simulator {

    private final ScheduleTable table;
    private final List<StageCosts> costs;
    private final double latency;
    private final double[] free;
    private final Map<Action, Double> arrivals = new HashMap<>();
    private final List<List<Span>> spans = new ArrayList<>();

    private Simulator(ScheduleTable table, List<StageCosts> costs, double latency) {
        this.table = table;
        this.costs = costs;
        this.latency = latency;
        this.free = new double[table.stages().ranks()];
        table.actions().forEach(line -> spans.add(new ArrayList<>()));
    }

    /**
     * @param lowered a table that {@link io.penstock.common.schedule.ScheduleValidator} accepts
     * @param perStage costs of one micro-batch, by stage
     * @param latencySeconds one way between any two ranks, in the unit of the costs
     */
    public static Timeline simulate(ScheduleTable lowered, List<StageCosts> perStage, double latencySeconds) {
        if (perStage.size() != lowered.stages().stages()) {
            throw new IllegalArgumentException("a table of %d stages needs as many costs, got %d"
                    .formatted(lowered.stages().stages(), perStage.size()));
        }
        Simulator simulator = new Simulator(lowered, perStage, latencySeconds);
        Walk.over(lowered, Walk.UNBOUNDED, simulator::visit);
        return new Timeline(simulator.spans);
    }

    private void visit(int rank, Action action) {
        switch (action.kind()) {
            case FORWARD, BACKWARD_INPUT, BACKWARD_WEIGHT, BACKWARD -> compute(rank, action);
            case SEND_FORWARD, SEND_BACKWARD -> arrivals.put(action.peer(), free[rank] + latency);
            case RECEIVE_FORWARD, RECEIVE_BACKWARD -> {}
        }
    }

    private void compute(int rank, Action action) {
        double arrival = table.stages().inputOf(action).map(arrivals::get).orElse(0.0);
        double start = Math.max(free[rank], arrival);
        free[rank] = start + cost(action);
        spans.get(rank).add(new Span(action, start, free[rank]));
    }

    private double cost(Action action) {
        StageCosts stage = costs.get(action.stage());
        return switch (action.kind()) {
            case FORWARD -> stage.forward();
            case BACKWARD_INPUT -> stage.backwardInput();
            case BACKWARD_WEIGHT -> stage.backwardWeight();
            case BACKWARD -> stage.backward();
            case SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> 0;
        };
    }
}
