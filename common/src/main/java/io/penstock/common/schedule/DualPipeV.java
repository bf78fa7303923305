package io.penstock.common.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Two chunks a rank in a V, the forward of one micro-batch overlapped with the backward of another (DeepSeek-AI,
 * "DualPipe", 2025, V-shaped variant). Where a device cannot overlap them the two run one after the other. Fewer than 2p
 * micro-batches take the same order without the missing ones.
 */
final class DualPipeV implements Schedule {

    @Override
    public String name() {
        return "dualpipe-v";
    }

    @Override
    public int defaultChunks() {
        return 2;
    }

    @Override
    public ScheduleTable table(Shape shape) {
        TwoChunks.require(name(), shape);
        int microBatches = Math.max(shape.microBatches(), 2 * shape.ranks());
        List<List<Action>> lines = new ArrayList<>();
        List<List<Integer>> overlaps = new ArrayList<>();
        for (int rank = 0; rank < shape.ranks(); rank++) {
            TwoChunks line = new TwoChunks(shape.ranks(), rank);
            write(line, shape.ranks(), rank, microBatches);
            lines.add(line.actions());
            overlaps.add(line.overlaps());
        }
        ScheduleTable whole = new ScheduleTable(StageMap.wave(shape.ranks(), 2), microBatches, lines, overlaps);
        return microBatches == shape.microBatches() ? whole : whole.first(shape.microBatches());
    }

    private static void write(TwoChunks line, int ranks, int rank, int microBatches) {
        int behind = ranks - 1 - rank;
        warmUp(line.near(), line.far(), behind, rank);
        steady(line, microBatches - 2 * ranks + rank + 1, behind);
        coolDown(line.near(), line.far(), behind, rank);
    }

    private static void warmUp(TwoChunks.Line near, TwoChunks.Line far, int behind, int rank) {
        for (int i = 0; i < 2 * behind; i++) {
            near.forward();
        }
        for (int i = 0; i <= rank; i++) {
            near.forward();
            far.forward();
        }
        for (int i = 0; i < behind; i++) {
            far.bothBackwards();
            far.forward();
        }
    }

    private static void steady(TwoChunks line, int pairs, int behind) {
        for (int i = 0; i < pairs; i++) {
            if (i == 0 && behind == 0) {
                // the micro-batch that the backward needs is the last forward's: nothing to overlap yet
                line.near().forward();
                line.far().backward();
            } else {
                line.overlap(line.near(), line.far());
            }
            line.overlap(line.far(), line.near());
        }
        for (int i = 0; i < behind; i++) {
            line.far().backward();
            line.overlap(line.far(), line.near());
        }
    }

    private static void coolDown(TwoChunks.Line near, TwoChunks.Line far, int behind, int rank) {
        Deque<TwoChunks.Line> late = new ArrayDeque<>();
        for (int i = 0; i < 2 * (rank + 1); i++) {
            TwoChunks.Line line = i % 2 == 0 ? far : near;
            if (i <= rank) {
                line.backward();
            } else {
                line.backwardInput();
                late.add(line);
            }
        }
        for (int i = 0; i < behind; i++) {
            late.remove().backwardWeight();
            near.backwardInput();
            late.add(near);
        }
        late.forEach(TwoChunks.Line::backwardWeight);
    }
}
