package io.penstock.common.advice;

import io.penstock.common.cost.StageCosts;
import io.penstock.common.schedule.StageMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A stage that takes longer than its share of the model should.
 *
 * @param times how many times longer than the stage in the middle, both against what they should cost
 * @param worker true if all of several stages of its rank are slow, so that it is the worker and not the layers
 */
public record SlowStage(int stage, int rank, double times, boolean worker) {

    /** From this on a stage is slow; below it the estimate may be wrong. */
    static final double LEAST = 1.3;

    /** The slowest stage, if any is slow. */
    static Optional<SlowStage> find(StageMap map, List<StageCosts> expected, List<StageCosts> measured) {
        double[] ratios = IntStream.range(0, map.stages())
                .mapToDouble(stage ->
                        measured.get(stage).total() / expected.get(stage).total())
                .toArray();
        double middle = IntStream.range(0, map.stages())
                .mapToDouble(stage -> ratios[stage])
                .sorted()
                .skip((map.stages() - 1) / 2)
                .findFirst()
                .orElseThrow();
        int slowest = IntStream.range(0, map.stages())
                .reduce((a, b) -> ratios[b] > ratios[a] ? b : a)
                .orElseThrow();
        if (!(ratios[slowest] > LEAST * middle)) {
            return Optional.empty();
        }
        int rank = map.rankOf(slowest);
        double[] own =
                map.stagesOf(rank).mapToDouble(stage -> ratios[stage] / middle).toArray();
        boolean worker = own.length > 1 && IntStream.range(0, own.length).allMatch(i -> own[i] > LEAST);
        double times = worker
                ? IntStream.range(0, own.length)
                        .mapToDouble(i -> own[i])
                        .average()
                        .orElseThrow()
                : ratios[slowest] / middle;
        return Optional.of(new SlowStage(slowest, rank, times, worker));
    }
}
