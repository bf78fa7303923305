package io.penstock.common.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/**
 * Cuts a model's layers into stages so that the slowest stage is as fast as it can be. Exact dynamic programming, run
 * twice: once for the slowest stage's cost, once for the most even cut that keeps it. At most stages · layers² steps,
 * about layers² where layers are alike, since a last stage that alone costs too much ends the search.
 */
public final class Partition {

    /** Costs closer than this share count as equal; a layer counts this share of the mean more than it costs. */
    private static final double TOLERANCE = 1e-9;

    private final double[] prefix;
    private final double[] slowness;
    private final int stages;
    private final Fit fit;

    /** Says whether a stage may hold a run of layers; what holds for a run holds for each part of it. */
    @FunctionalInterface
    interface Fit {
        boolean allows(int stage, int from, int to);
    }

    private Partition(double[] prefix, double[] slowness, Fit fit) {
        this.prefix = prefix;
        this.slowness = slowness;
        this.stages = slowness.length;
        this.fit = fit;
    }

    /**
     * @param layerCosts cost of each layer, finite and at least 0, in any one unit
     * @return one range a stage, in order; each layer in exactly one of them
     * @throws IllegalArgumentException with more stages than layers
     */
    public static List<LayerRange> balance(double[] layerCosts, int stages) {
        double[] alike = new double[Math.max(0, stages)];
        Arrays.fill(alike, 1);
        return balance(layerCosts, alike, (stage, from, to) -> true);
    }

    /**
     * The same within what each stage may hold.
     *
     * @param slowness by stage, what its layers' costs are multiplied by
     * @throws IllegalArgumentException also if no cut fits
     */
    static List<LayerRange> balance(double[] layerCosts, double[] slowness, Fit fit) {
        int stages = slowness.length;
        requireCosts(layerCosts, stages);
        Partition partition = new Partition(prefix(layerCosts), slowness, fit);
        double slowest = partition.solve(Math::max).cost() * (1 + TOLERANCE);
        if (slowest == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "no cut of %d layers into %d stages fits into the memory of the ranks: use more ranks, more micro-batches, or more memory"
                            .formatted(layerCosts.length, stages));
        }
        return partition
                .solve((squares, cost) -> cost <= slowest ? squares + cost * cost : Double.POSITIVE_INFINITY)
                .ranges();
    }

    private static void requireCosts(double[] layerCosts, int stages) {
        if (stages < 1) {
            throw new IllegalArgumentException("the pipeline has %d stages: use at least 1".formatted(stages));
        }
        if (stages > layerCosts.length) {
            throw new IllegalArgumentException("the pipeline has %d stages but the model has %d layers: use at most %d"
                    .formatted(stages, layerCosts.length, layerCosts.length));
        }
        if (!Arrays.stream(layerCosts).allMatch(cost -> cost >= 0 && Double.isFinite(cost))) {
            throw new IllegalArgumentException(
                    "layer costs are finite and at least 0, got " + Arrays.toString(layerCosts));
        }
    }

    private static double[] prefix(double[] costs) {
        double mean = Arrays.stream(costs).average().orElseThrow();
        double extra = mean > 0 ? mean * TOLERANCE : 1;
        double[] prefix = new double[costs.length + 1];
        for (int i = 0; i < costs.length; i++) {
            prefix[i + 1] = prefix[i] + costs[i] + extra;
        }
        return prefix;
    }

    private record Solution(double cost, List<LayerRange> ranges) {}

    /** Finds the cut whose stage costs, folded by an operator that never falls, give the least value. */
    private Solution solve(DoubleBinaryOperator fold) {
        int layers = prefix.length - 1;
        int[][] cuts = new int[stages + 1][layers + 1];
        double[] best = new double[layers + 1];
        Arrays.fill(best, 1, layers + 1, Double.POSITIVE_INFINITY);
        for (int stage = 1; stage <= stages; stage++) {
            best = extend(best, stage, cuts[stage], fold);
        }
        return new Solution(best[layers], ranges(cuts));
    }

    private double[] extend(double[] shorter, int stage, int[] cuts, DoubleBinaryOperator fold) {
        double[] best = new double[shorter.length];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        for (int to = stage; to < best.length; to++) {
            cuts[to] = lastCut(shorter, stage, to, fold);
            best[to] = fit.allows(stage - 1, cuts[to], to)
                    ? fold.applyAsDouble(shorter[cuts[to]], cost(stage, cuts[to], to))
                    : Double.POSITIVE_INFINITY;
        }
        return best;
    }

    private int lastCut(double[] shorter, int stage, int to, DoubleBinaryOperator fold) {
        int cut = to - 1;
        double best = Double.POSITIVE_INFINITY;
        for (int from = to - 1;
                from >= stage - 1
                        && fit.allows(stage - 1, from, to)
                        && fold.applyAsDouble(0, cost(stage, from, to)) < best;
                from--) {
            double value = fold.applyAsDouble(shorter[from], cost(stage, from, to));
            if (value <= best) {
                best = value;
                cut = from;
            }
        }
        return cut;
    }

    /** @param stage counts from 1 */
    private double cost(int stage, int from, int to) {
        return (prefix[to] - prefix[from]) * slowness[stage - 1];
    }

    private List<LayerRange> ranges(int[][] cuts) {
        List<LayerRange> ranges = new ArrayList<>();
        int to = prefix.length - 1;
        for (int stage = stages; stage > 0; stage--) {
            ranges.add(new LayerRange(cuts[stage][to], to));
            to = cuts[stage][to];
        }
        Collections.reverse(ranges);
        return ranges;
    }
}
