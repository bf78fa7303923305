package io.penstock.common.schedule;

import java.util.List;

/**
 * Interleaved 1F1B with I and W apart, as PyTorch's {@code ScheduleInterleavedZeroBubble}: the warm-up is shorter and W
 * follows late enough to fill the gaps. With one chunk it is zb-h1.
 */
final class InterleavedZeroBubble implements Schedule {

    @Override
    public String name() {
        return "interleaved-zb";
    }

    @Override
    public int defaultChunks() {
        return 2;
    }

    @Override
    public ScheduleTable table(Shape shape) {
        List<Integer> rounds = Rounds.even(shape);
        int others = (shape.chunks() - 1) * rounds.getFirst();
        StageMap stages = StageMap.loop(shape.ranks(), shape.chunks());
        return new WarmUp(stages, shape.microBatches(), rounds, rank -> shape.ranks() - rank + others)
                .split(rank -> rank);
    }
}
