package io.penstock.common.schedule;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tables between 1F1B and zb-h2, for a search: a rank r holds p−r micro-batches and up to p−1−r more, and puts its weight
 * gradients off by up to 2r backwards. Deeper warm-ups hide latency, later weight gradients fill the cool-down.
 */
public final class WarmUpDepth {

    private static final int STEPS = 4;

    private WarmUpDepth() {}

    public static Stream<ScheduleTable> tables(int ranks, int microBatches) {
        return IntStream.rangeClosed(0, 2 * STEPS)
                .boxed()
                .flatMap(more -> Stream.concat(
                        Stream.of(warmUp(ranks, microBatches, more).fused()),
                        IntStream.rangeClosed(0, 2 * STEPS)
                                .mapToObj(later ->
                                        warmUp(ranks, microBatches, more).split(rank -> rank * later / STEPS))));
    }

    private static WarmUp warmUp(int ranks, int microBatches, int more) {
        return new WarmUp(
                StageMap.loop(ranks, 1),
                microBatches,
                List.of(microBatches),
                rank -> ranks - rank + (ranks - 1 - rank) * more / STEPS);
    }
}
