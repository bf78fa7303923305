package io.penstock.orchestrator.plan;

import io.penstock.common.plan.LayerProfile;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.Planned;
import io.penstock.common.schedule.Liveness;
import io.penstock.common.schedule.StageMap;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a plan made without a limit takes on the rank that needs most: with so much the same plan fits.
 *
 * @param bytes weights, gradients, optimizer state and live activations
 */
record MemoryNeed(String schedule, int rank, double bytes) {

    static MemoryNeed of(Planned unlimited, LayerEstimate estimate) {
        Plan plan = unlimited.plan();
        StageMap map = plan.table().stages();
        List<LayerProfile> layers = estimate.layers(plan.table().microBatches());
        List<Integer> live = Liveness.peaks(plan.table());
        List<Double> activations =
                Liveness.peaks(plan.table(), unlimited.costs().sizes());
        return IntStream.range(0, map.ranks())
                .mapToObj(rank -> {
                    List<List<LayerProfile>> stages = map.stagesOf(rank)
                            .mapToObj(stage -> own(layers, plan.partition().get(stage)))
                            .toList();
                    double held =
                            stages.stream().mapToDouble(MemoryNeed::weights).sum() + activations.get(rank);
                    double planned = stages.stream()
                            .mapToDouble(stage -> stages.size() * weights(stage) + live.get(rank) * activation(stage))
                            .max()
                            .orElseThrow();
                    return new MemoryNeed(plan.schedule(), rank, Math.max(held, planned));
                })
                .max(Comparator.comparingDouble(MemoryNeed::bytes))
                .orElseThrow();
    }

    /** Why so many MiB are too few. */
    String refusal(int limit) {
        double needed = bytes / LayerEstimate.MEBIBYTE;
        return "parallelism.memoryMiB is %d but rank %d needs %.2f MiB with schedule %s: use at least %d, more ranks, or more micro-batches"
                .formatted(limit, rank, needed, schedule, (long) Math.ceil(needed));
    }

    private static List<LayerProfile> own(List<LayerProfile> layers, LayerRange range) {
        return layers.subList(range.from(), range.to());
    }

    private static double weights(List<LayerProfile> layers) {
        return layers.stream().mapToDouble(LayerProfile::weights).sum();
    }

    private static double activation(List<LayerProfile> layers) {
        return layers.stream().mapToDouble(layer -> layer.sizes().activation()).sum();
    }
}
