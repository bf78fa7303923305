package io.penstock.common.simulate;

import java.util.Comparator;
import java.util.List;

/** Computes both bubbles from when the ranks were busy, the same way for a simulated and for a measured step. */
public final class Bubbles {

    /** A share below this is what adding up left behind. */
    private static final double ROUNDING = 1e-12;

    private Bubbles() {}

    /**
     * @param ranks one entry a rank, on one clock
     * @throws IllegalArgumentException without any rank
     */
    public static Bubble measured(List<RankTimes> ranks) {
        RankTimes longest = ranks.stream()
                .max(Comparator.comparingDouble(RankTimes::span))
                .orElseThrow(() -> new IllegalArgumentException("a bubble needs the times of at least 1 rank, got 0"));
        double start = ranks.stream().mapToDouble(RankTimes::firstStart).min().orElseThrow();
        double end = ranks.stream().mapToDouble(RankTimes::lastEnd).max().orElseThrow();
        double busy = ranks.stream().mapToDouble(RankTimes::busy).sum();
        return new Bubble(idleShare(busy, ranks.size() * (end - start)), idleShare(longest.busy(), longest.span()));
    }

    private static double idleShare(double busy, double available) {
        double share = available > 0 ? 1 - busy / available : 0;
        return share < ROUNDING ? 0 : share;
    }
}
