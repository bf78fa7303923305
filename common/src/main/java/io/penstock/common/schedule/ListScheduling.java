package io.penstock.common.schedule;

import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Writes a table by playing a step through: whenever a rank is free it takes what its policy prefers among the actions that
 * can run, within its memory. Within one stage micro-batches keep their order. A forward leaves room for one micro-batch in
 * each later stage of its rank, so memory never blocks the oldest micro-batch.
 */
public final class ListScheduling {

    /** Two moments closer than this share of the cheapest action are the same one. */
    private static final double SIMULTANEOUS = 1e-9;

    /** What a free rank prefers if a backward and a forward can both run. */
    public enum Turn {
        BACKWARD,
        FORWARD,
        ALTERNATE
    }

    /**
     * How a rank chooses.
     *
     * @param patience a W is put off if something else arrives sooner than this share of its time
     * @param deepFirst true if forwards of late stages go first, false for the one with the fewest micro-batches done
     * @param fused true if W follows its I at once, as B
     */
    public record Policy(Turn turn, double patience, boolean deepFirst, boolean fused) {}

    /** Something that may let a rank go on. */
    private record Wake(double time, int rank) implements Comparable<Wake> {

        @Override
        public int compareTo(Wake other) {
            int byTime = Double.compare(time, other.time);
            return byTime != 0 ? byTime : Integer.compare(rank, other.rank);
        }
    }

    private final StageMap map;
    private final PipelineCosts costs;
    private final List<Double> memory;
    private final Policy policy;
    private final double tolerance;
    private final int[][] stagesOf;
    private final double[][] inputs;
    private final double[][] gradients;
    private final int[] inputsKnown;
    private final int[] gradientsKnown;
    private final int[] forwards;
    private final int[] backwards;
    private final int[] weights;
    private final double[] reserve;
    private final double[] live;
    private final double[] free;
    private final boolean[] forwardLast;
    private final List<List<Action>> lines = new ArrayList<>();
    private final PriorityQueue<Wake> wakes = new PriorityQueue<>();

    private ListScheduling(StageMap map, int microBatches, PipelineCosts costs, List<Double> memory, Policy policy) {
        this.map = map;
        this.costs = costs;
        this.memory = memory;
        this.policy = policy;
        int stages = map.stages();
        this.tolerance = SIMULTANEOUS
                * costs.times().stream().mapToDouble(StageCosts::total).max().orElse(1);
        this.stagesOf = IntStream.range(0, map.ranks())
                .mapToObj(rank -> map.stagesOf(rank).toArray())
                .toArray(int[][]::new);
        this.inputs = new double[stages][microBatches];
        this.gradients = new double[stages][microBatches];
        this.inputsKnown = new int[stages];
        this.gradientsKnown = new int[stages];
        this.forwards = new int[stages];
        this.backwards = new int[stages];
        this.weights = new int[stages];
        this.reserve = new double[stages];
        this.live = new double[map.ranks()];
        this.free = new double[map.ranks()];
        this.forwardLast = new boolean[map.ranks()];
        inputsKnown[0] = microBatches;
        for (int rank = 0; rank < map.ranks(); rank++) {
            lines.add(new ArrayList<>());
            wakes.add(new Wake(0, rank));
            double later = 0;
            for (int i = stagesOf[rank].length - 1; i >= 0; i--) {
                int stage = stagesOf[rank][i];
                reserve[stage] = later;
                later += costs.sizes().get(stage).activation();
            }
        }
    }

    /**
     * @param memory by rank, in the unit of the sizes
     * @return nothing if a rank cannot hold even one micro-batch
     */
    public static Optional<ScheduleTable> table(
            StageMap map, int microBatches, PipelineCosts costs, List<Double> memory, Policy policy) {
        ListScheduling scheduling = new ListScheduling(map, microBatches, costs, memory, policy);
        scheduling.play();
        boolean whole = Arrays.stream(scheduling.weights).allMatch(done -> done == microBatches);
        return whole ? Optional.of(new ScheduleTable(map, microBatches, scheduling.lines)) : Optional.empty();
    }

    private void play() {
        while (!wakes.isEmpty()) {
            Wake wake = wakes.remove();
            if (free[wake.rank()] <= wake.time() + tolerance) {
                choose(wake.rank(), wake.time());
            }
        }
    }

    private void choose(int rank, double now) {
        int backward = readyBackward(rank, now);
        int forward = readyForward(rank, now);
        boolean backwardFirst = switch (policy.turn()) {
            case BACKWARD -> true;
            case FORWARD -> false;
            case ALTERNATE -> forwardLast[rank];
        };
        if (backward >= 0 && (forward < 0 || backwardFirst)) {
            backward(rank, backward, now);
        } else if (forward >= 0) {
            forward(rank, forward, now);
        } else {
            weight(rank, now);
        }
    }

    private int readyBackward(int rank, double now) {
        for (int stage : stagesOf[rank]) {
            int next = backwards[stage];
            if (next < gradientsKnown[stage] && gradients[stage][next] <= now + tolerance) {
                return stage;
            }
        }
        return -1;
    }

    private int readyForward(int rank, double now) {
        int best = -1;
        for (int stage : stagesOf[rank]) {
            int next = forwards[stage];
            if (next < inputsKnown[stage] && inputs[stage][next] <= now + tolerance && fits(rank, stage)) {
                best = best < 0 || policy.deepFirst() || next < forwards[best] ? stage : best;
            }
        }
        return best;
    }

    private boolean fits(int rank, int stage) {
        double after = live[rank] + costs.sizes().get(stage).activation() + reserve[stage];
        return after <= memory.get(rank) * (1 + SIMULTANEOUS);
    }

    private void forward(int rank, int stage, double now) {
        live[rank] += costs.sizes().get(stage).activation();
        double end = run(
                rank,
                new Action(stage, ActionKind.FORWARD, forwards[stage]++),
                now,
                time(stage).forward());
        forwardLast[rank] = true;
        if (stage == map.stages() - 1) {
            gradients[stage][gradientsKnown[stage]++] = end;
        } else {
            inputs[stage + 1][inputsKnown[stage + 1]++] = arrive(stage, stage + 1, stage, end);
        }
    }

    private void backward(int rank, int stage, double now) {
        StageSizes sizes = costs.sizes().get(stage);
        int microBatch = backwards[stage]++;
        double end;
        if (policy.fused()) {
            weights[stage]++;
            end = run(
                    rank,
                    new Action(stage, ActionKind.BACKWARD, microBatch),
                    now,
                    time(stage).backward());
            live[rank] -= sizes.activation();
        } else {
            end = run(
                    rank,
                    new Action(stage, ActionKind.BACKWARD_INPUT, microBatch),
                    now,
                    time(stage).backwardInput());
            live[rank] += sizes.kept() - sizes.activation();
        }
        forwardLast[rank] = false;
        if (stage > 0) {
            gradients[stage - 1][gradientsKnown[stage - 1]++] = arrive(stage, stage - 1, stage - 1, end);
        }
    }

    /** Runs the oldest W, unless something that matters more arrives soon. */
    private void weight(int rank, double now) {
        int oldest = -1;
        for (int stage : stagesOf[rank]) {
            if (weights[stage] < backwards[stage]) {
                oldest = oldest < 0 || weights[stage] <= weights[oldest] ? stage : oldest;
            }
        }
        if (oldest >= 0
                && nextArrival(rank) - now >= policy.patience() * time(oldest).backwardWeight() - tolerance) {
            run(
                    rank,
                    new Action(oldest, ActionKind.BACKWARD_WEIGHT, weights[oldest]++),
                    now,
                    time(oldest).backwardWeight());
            live[rank] -= costs.sizes().get(oldest).kept();
        }
    }

    private double nextArrival(int rank) {
        double next = Double.POSITIVE_INFINITY;
        for (int stage : stagesOf[rank]) {
            if (backwards[stage] < gradientsKnown[stage]) {
                next = Math.min(next, gradients[stage][backwards[stage]]);
            }
            if (forwards[stage] < inputsKnown[stage] && fits(rank, stage)) {
                next = Math.min(next, inputs[stage][forwards[stage]]);
            }
        }
        return next;
    }

    private double run(int rank, Action action, double now, double time) {
        lines.get(rank).add(action);
        free[rank] = now + time;
        wakes.add(new Wake(free[rank], rank));
        return free[rank];
    }

    /** When a result is at the neighbour stage. */
    private double arrive(int from, int to, int sized, double end) {
        if (map.rankOf(from) == map.rankOf(to)) {
            return end;
        }
        double transfer = costs.link().latency()
                + costs.link().timePerByte() * costs.sizes().get(sized).output();
        wakes.add(new Wake(end + transfer, map.rankOf(to)));
        return end + transfer;
    }

    private StageCosts time(int stage) {
        return costs.times().get(stage);
    }
}
