package io.penstock.common.schedule;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Two chunks a rank in a V, I and W apart: no bubble inside a rank at F = I = W, with the memory of 1F1B on every rank (Qi
 * et al., "Zero Bubble Pipeline Parallelism", 2024, section 6). Fewer than 2p−1 micro-batches take the same order without
 * the missing ones.
 */
final class ZeroBubbleV implements Schedule {

    @Override
    public String name() {
        return "zb-v";
    }

    @Override
    public int defaultChunks() {
        return 2;
    }

    @Override
    public ScheduleTable table(Shape shape) {
        TwoChunks.require(name(), shape);
        int microBatches = Math.max(shape.microBatches(), 2 * shape.ranks() - 1);
        List<List<Action>> lines = IntStream.range(0, shape.ranks())
                .mapToObj(rank -> line(shape.ranks(), rank, microBatches))
                .toList();
        return new ScheduleTable(StageMap.wave(shape.ranks(), 2), microBatches, lines).first(shape.microBatches());
    }

    private static List<Action> line(int ranks, int rank, int microBatches) {
        TwoChunks line = new TwoChunks(ranks, rank);
        warmUp(line.near(), line.far(), ranks, rank);
        steady(line.near(), line.far(), microBatches);
        coolDown(line.near(), line.far(), microBatches, rank);
        return line.actions();
    }

    private static void warmUp(TwoChunks.Line near, TwoChunks.Line far, int ranks, int rank) {
        for (int i = 0; i < 2 * (ranks - rank) - 1; i++) {
            near.forward();
        }
        for (int i = 0; i < rank; i++) {
            far.forward();
            near.forward();
        }
        for (int i = 0; i < ranks - rank; i++) {
            far.forward();
            far.bothBackwards();
        }
    }

    private static void steady(TwoChunks.Line near, TwoChunks.Line far, int microBatches) {
        while (far.count(ActionKind.FORWARD) < microBatches) {
            if (near.count(ActionKind.FORWARD) < microBatches) {
                near.forward();
            }
            near.bothBackwards();
            far.forward();
            far.bothBackwards();
        }
    }

    private static void coolDown(TwoChunks.Line near, TwoChunks.Line far, int microBatches, int rank) {
        for (int i = 0; i < rank; i++) {
            near.backwardInput();
            far.backwardInput();
        }
        while (near.count(ActionKind.BACKWARD_INPUT) < microBatches) {
            near.bothBackwards();
        }
        while (far.count(ActionKind.BACKWARD_WEIGHT) < microBatches) {
            far.backwardWeight();
        }
        while (near.count(ActionKind.BACKWARD_WEIGHT) < microBatches) {
            near.backwardWeight();
        }
    }
}
