package io.penstock.backend.cpu;

import io.penstock.engine.backend.AttentionKernels.Heads;

/** Attention, one head of one sample at a time on each thread. */
final class AttentionKernel {

    /** For one score: two products of a head's size. */
    private static final double FLOPS_PER_NANO = 25;

    private final ThreadTeam team;
    private final BlockPool pool;

    AttentionKernel(ThreadTeam team, BlockPool pool) {
        this.team = team;
        this.pool = pool;
    }

    void forward(Sequences sequences, long projections, long out, long logSums) {
        Heads heads = sequences.heads();
        int length = sequences.length();
        KeyRanges[] ranges = sequences.ranges();
        double nanos = 4.0 * length * length * heads.size() / FLOPS_PER_NANO;
        team.run((long) sequences.samples() * heads.heads(), nanos, (from, to) -> {
            Block scores = pool.take(AttentionForward.TILE);
            try {
                var attention = new AttentionForward(heads, length, projections, out, logSums, scores.address());
                for (long task = from; task < to; task++) {
                    attention.run(task, ranges[(int) (task / heads.heads())]);
                }
            } finally {
                pool.give(scores, AttentionForward.TILE);
            }
        });
    }

    void backward(Sequences sequences, long projections, long out, long logSums, long gradOut, long gradProjections) {
        Heads heads = sequences.heads();
        int length = sequences.length();
        KeyRanges[] ranges = sequences.ranges();
        int group = heads.heads() / heads.keyHeads();
        double nanos = 10.0 * group * length * length * heads.size() / FLOPS_PER_NANO;
        team.run((long) sequences.samples() * heads.keyHeads(), nanos, (from, to) -> {
            Block tiles = pool.take(2 * AttentionForward.TILE);
            try {
                var attention = new AttentionBackward(
                        heads,
                        length,
                        projections,
                        out,
                        logSums,
                        gradOut,
                        gradProjections,
                        tiles.address(),
                        tiles.address() + AttentionForward.TILE);
                for (long task = from; task < to; task++) {
                    attention.run(task, ranges[(int) (task / heads.keyHeads())]);
                }
            } finally {
                pool.give(tiles, 2 * AttentionForward.TILE);
            }
        });
    }
}
