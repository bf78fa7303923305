package io.penstock.common.advice;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.Timeline;
import io.penstock.common.simulate.Timeline.Span;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a measured bubble is made of, as shares of the step; they add up to it. Each part is what the step gets longer by
 * when one more thing is simulated as it is. A part can be below 0 where that makes the step shorter.
 *
 * @param fill idle until a rank's first backward, with even stages and no latency
 * @param drain idle after it
 * @param imbalance stages that do not cost the same
 * @param transfer tensors that need time
 * @param memory sends that wait for room at the receiver
 * @param jitter actions that take longer than their mean, and all that is not simulated
 */
public record BubbleParts(double fill, double drain, double imbalance, double transfer, double memory, double jitter) {

    /**
     * @param costs of the plan's stages, as measured
     * @param makespan measured, from first start to last end
     * @param bubble measured, as a share of it
     */
    static BubbleParts of(Plan plan, PipelineCosts costs, double makespan, double bubble) {
        ScheduleTable table = plan.table();
        PipelineCosts instant = costs.withLink(Link.INSTANT);
        Timeline even = Simulator.simulate(table, instant.withTimes(even(table.stages(), costs.times())));
        double uneven = Simulator.simulate(table, instant).makespan();
        double linked = Simulator.simulate(table, costs).makespan();
        double bounded = Simulator.simulate(table, costs, plan.bufferDepth()).makespan();
        double fill = fill(even) / makespan;
        double idle = (even.makespan() - even.ideal()) / makespan;
        double imbalance = (uneven - even.makespan()) / makespan;
        double transfer = (linked - uneven) / makespan;
        double memory = (bounded - linked) / makespan;
        return new BubbleParts(
                fill, idle - fill, imbalance, transfer, memory, bubble - idle - imbalance - transfer - memory);
    }

    /** The same work in all, spread so that each rank has as much and each of its stages too. */
    private static List<StageCosts> even(StageMap map, List<StageCosts> costs) {
        StageCosts rank =
                costs.stream().reduce(StageCosts.ZERO, StageCosts::plus).times(1.0 / map.ranks());
        return IntStream.range(0, map.stages())
                .mapToObj(stage ->
                        rank.times(1.0 / map.stagesOf(map.rankOf(stage)).count()))
                .toList();
    }

    /** The mean time that a rank is idle before its first backward action. */
    private static double fill(Timeline timeline) {
        return timeline.ranks().stream()
                .mapToDouble(rank -> idleBeforeBackward(rank, timeline.firstStart()))
                .average()
                .orElseThrow();
    }

    private static double idleBeforeBackward(List<Span> rank, double start) {
        double busy = 0;
        for (Span span : rank) {
            switch (span.action().kind()) {
                case BACKWARD, BACKWARD_INPUT -> {
                    return span.start() - start - busy;
                }
                case FORWARD, BACKWARD_WEIGHT, SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD ->
                    busy += span.duration();
            }
        }
        return 0;
    }
}
