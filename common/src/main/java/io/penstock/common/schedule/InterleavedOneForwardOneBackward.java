package io.penstock.common.schedule;

import java.util.List;

/**
 * 1F1B over several chunks a rank (Narayanan et al., "Efficient Large-Scale Language Model Training on GPU Clusters",
 * 2021, section 2.2): v times less bubble for more memory and traffic. The micro-batches need not be a multiple of the
 * ranks. With one chunk it is 1F1B.
 */
final class InterleavedOneForwardOneBackward implements Schedule {

    @Override
    public String name() {
        return "interleaved-1f1b";
    }

    @Override
    public int defaultChunks() {
        return 2;
    }

    @Override
    public ScheduleTable table(Shape shape) {
        if (shape.chunks() == 1) {
            return new OneForwardOneBackward().table(shape);
        }
        return table(shape, Rounds.even(shape));
    }

    static ScheduleTable table(Shape shape, List<Integer> rounds) {
        int others = (shape.chunks() - 1) * rounds.getFirst();
        StageMap stages = StageMap.loop(shape.ranks(), shape.chunks());
        return new WarmUp(stages, shape.microBatches(), rounds, rank -> 2 * (shape.ranks() - 1 - rank) + others + 1)
                .fused();
    }
}
