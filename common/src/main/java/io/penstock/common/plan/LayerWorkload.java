package io.penstock.common.plan;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.StageMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A model's layers, cut so that the slowest stage is as fast as it can be within the memory, or as the user says.
 *
 * @param layers by the number of micro-batches that a step is sliced into
 * @param memory bytes of each rank; infinite for no limit
 * @param sizes how many layers each stage gets; null to find that out
 * @param slowness by rank, what the times of its layers are multiplied by; empty if all ranks are alike
 */
public record LayerWorkload(
        IntFunction<List<LayerProfile>> layers,
        Link link,
        double memory,
        @Nullable List<Integer> sizes,
        List<Double> slowness)
        implements Workload {

    /** On ranks that are all alike. */
    public LayerWorkload(
            IntFunction<List<LayerProfile>> layers, Link link, double memory, @Nullable List<Integer> sizes) {
        this(layers, link, memory, sizes, List.of());
    }

    /** Layers that cost the same for any number of micro-batches, without a limit of memory. */
    public LayerWorkload(List<StageCosts> times, double latency) {
        this(
                microBatches -> times.stream().map(LayerProfile::new).toList(),
                Link.latency(latency),
                Double.POSITIVE_INFINITY,
                null);
    }

    /** The same layers with so many in each stage; null to choose. */
    public LayerWorkload withSizes(@Nullable List<Integer> other) {
        return new LayerWorkload(layers, link, memory, other, slowness);
    }

    private double slowness(int rank) {
        return slowness.isEmpty() ? 1 : slowness.get(rank);
    }

    /** What each stage of one micro-batch costs, with as much live as one activation. */
    public PipelineCosts costs(StageMap map, int microBatches) {
        return cut(map, microBatches, Collections.nCopies(map.ranks(), 1)).costs();
    }

    @Override
    public Cut cut(StageMap map, int microBatches, List<Integer> live) {
        List<LayerProfile> profiles = layers.apply(microBatches);
        List<LayerRange> partition = sizes == null ? balanced(map, profiles, live) : given(map, profiles.size(), sizes);
        List<StageCosts> times = new ArrayList<>();
        List<StageSizes> room = new ArrayList<>();
        double[] weights = new double[map.ranks()];
        for (int stage = 0; stage < map.stages(); stage++) {
            LayerRange range = partition.get(stage);
            LayerProfile own = LayerProfile.sum(profiles.subList(range.from(), range.to()));
            times.add(own.times().times(slowness(map.rankOf(stage))));
            room.add(own.sizes());
            weights[map.rankOf(stage)] += own.weights();
        }
        List<Double> left = IntStream.range(0, map.ranks())
                .mapToObj(rank -> memory - weights[rank])
                .toList();
        return new Cut(partition, new PipelineCosts(times, room, link), left);
    }

    private List<LayerRange> balanced(StageMap map, List<LayerProfile> profiles, List<Integer> live) {
        double[] costs =
                profiles.stream().mapToDouble(layer -> layer.times().total()).toArray();
        Partition.Fit fit = memory == Double.POSITIVE_INFINITY ? (stage, from, to) -> true : fit(map, profiles, live);
        double[] factors = IntStream.range(0, map.stages())
                .mapToDouble(stage -> slowness(map.rankOf(stage)))
                .toArray();
        return Partition.balance(costs, factors, fit);
    }

    /** Each stage is to leave the other stages of its rank their share of the memory. */
    private Partition.Fit fit(StageMap map, List<LayerProfile> profiles, List<Integer> live) {
        double[] weights = prefix(profiles, LayerProfile::weights);
        double[] activations = prefix(profiles, layer -> layer.sizes().activation());
        long[] chunks = IntStream.range(0, map.ranks())
                .mapToLong(rank -> map.stagesOf(rank).count())
                .toArray();
        return (stage, from, to) -> {
            int rank = map.rankOf(stage);
            double held = (weights[to] - weights[from]) * chunks[rank];
            return held + (activations[to] - activations[from]) * live.get(rank) <= memory;
        };
    }

    /** Sums of the first layers, by their number. */
    private static double[] prefix(List<LayerProfile> layers, ToDoubleFunction<LayerProfile> size) {
        double[] sums = new double[layers.size() + 1];
        for (int i = 0; i < layers.size(); i++) {
            sums[i + 1] = sums[i] + size.applyAsDouble(layers.get(i));
        }
        return sums;
    }

    private static List<LayerRange> given(StageMap map, int layers, List<Integer> sizes) {
        long sum = sizes.stream().mapToLong(Integer::longValue).sum();
        if (sizes.size() != map.stages() || sum != layers || sizes.stream().anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException(
                    "parallelism.layers is %s but there are %d stages and %d layers: give each stage at least 1 layer, %d in all"
                            .formatted(sizes, map.stages(), layers, layers));
        }
        List<LayerRange> ranges = new ArrayList<>();
        int from = 0;
        for (int size : sizes) {
            ranges.add(new LayerRange(from, from + size));
            from += size;
        }
        return ranges;
    }
}
