package io.penstock.common.advice;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.schedule.ActionKind;
import io.penstock.common.simulate.Timeline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a job's stages and the ways between them cost, from the steps that it has done.
 *
 * @param steps how many steps it was measured in
 * @param costs seconds of one micro-batch, by stage
 * @param transferSeconds from a tensor being ready to its arrival, by the lower of the two stages that it goes between
 */
public record Profile(int steps, List<StageCosts> costs, SortedMap<Integer, Double> transferSeconds) {

    /** Steps at the beginning in which code is still being compiled and loaded. */
    public static final int WARM_UP = 4;

    public Profile {
        costs = List.copyOf(costs);
        transferSeconds = Collections.unmodifiableSortedMap(new TreeMap<>(transferSeconds));
    }

    /**
     * The warm-up counts only as long as there is nothing else.
     *
     * @param measured at least one step
     */
    public static Profile of(List<MeasuredStep> measured) {
        List<MeasuredStep> steps = warm(measured);
        int stages = steps.getFirst().costs().size();
        List<StageCosts> costs = IntStream.range(0, stages)
                .mapToObj(stage ->
                        mean(steps.stream().map(step -> step.costs().get(stage)).toList()))
                .toList();
        return new Profile(steps.size(), costs, transfers(steps));
    }

    /** The steps that count. */
    static List<MeasuredStep> warm(List<MeasuredStep> measured) {
        List<MeasuredStep> warm =
                measured.stream().filter(step -> step.step() > WARM_UP).toList();
        return warm.isEmpty() ? measured : warm;
    }

    /** These costs and latencies in place of estimated ones; what was not measured is left as it is. */
    public PipelineCosts measured(PipelineCosts estimated) {
        PipelineCosts times = estimated.withTimes(costs);
        if (transferSeconds.isEmpty()) {
            return times;
        }
        Link assumed = estimated.link();
        List<Double> latencies = transferSeconds.entrySet().stream()
                .map(boundary -> boundary.getValue()
                        - estimated.sizes().get(boundary.getKey()).output() * assumed.timePerByte())
                .toList();
        return times.withLink(new Link(Math.max(0, median(latencies)), assumed.timePerByte(), assumed.occupiesRank()));
    }

    /** These costs and latencies of stages whose tensors have no known size. */
    public PipelineCosts measured() {
        return measured(new PipelineCosts(costs, Link.INSTANT));
    }

    private static StageCosts mean(List<StageCosts> costs) {
        return new StageCosts(
                middle(costs, StageCosts::forward),
                middle(costs, StageCosts::backwardInput),
                middle(costs, StageCosts::backwardWeight));
    }

    /** The mean of the middle half, so that no single pause counts. */
    private static double middle(List<StageCosts> costs, ToDoubleFunction<StageCosts> part) {
        int aside = costs.size() / 4;
        return costs.stream()
                .mapToDouble(part)
                .sorted()
                .skip(aside)
                .limit(costs.size() - 2L * aside)
                .average()
                .orElseThrow();
    }

    /** The mean of both directions, in which the error of the clocks cancels out. */
    private static SortedMap<Integer, Double> transfers(List<MeasuredStep> steps) {
        Map<Integer, List<Double>> forward = new TreeMap<>();
        Map<Integer, List<Double>> backward = new TreeMap<>();
        for (MeasuredStep step : steps) {
            List<Timeline.Transfer> transfers =
                    step.timeline() == null ? List.of() : step.timeline().transfers();
            for (Timeline.Transfer transfer : transfers) {
                boolean up = transfer.send().kind() == ActionKind.SEND_FORWARD;
                int lower = up ? transfer.send().stage() : transfer.send().stage() - 1;
                (up ? forward : backward)
                        .computeIfAbsent(lower, stage -> new ArrayList<>())
                        .add(transfer.arrival() - transfer.departure());
            }
        }
        SortedMap<Integer, Double> seconds = new TreeMap<>();
        forward.forEach((stage, ways) -> {
            List<Double> back = backward.getOrDefault(stage, ways);
            seconds.put(stage, Math.max(0, (median(ways) + median(back)) / 2));
        });
        return seconds;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
