package io.penstock.common.schedule;

import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
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

    /** Two moments closer than this share of the slowest stage's time are the same one. */
    private static final double SIMULTANEOUS = 1e-9;

    /** What a free rank prefers if a backward and a forward can both run. */
    public enum Turn {
        BACKWARD,
        FORWARD,
        ALTERNATE
    }

    /** Which forwards may run before the first gradient of their stage could be there if nothing were in its way. */
    public enum Ahead {
        /** All of them. */
        FREELY {
            @Override
            boolean allows(double start, double end, double gradient) {
                return true;
            }
        },
        /** Those that begin before. */
        UNTIL_GRADIENT {
            @Override
            boolean allows(double start, double end, double gradient) {
                return start < gradient;
            }
        },
        /** Those that end before. */
        CLEAR_OF_GRADIENT {
            @Override
            boolean allows(double start, double end, double gradient) {
                return end <= gradient;
            }
        };

        abstract boolean allows(double start, double end, double gradient);
    }

    /**
     * How a rank chooses.
     *
     * @param patience a W is put off if something else arrives sooner than this share of its time
     * @param deepFirst true if forwards of late stages go first, false for the one with the fewest micro-batches done
     * @param ahead how far the forwards of a stage may go ahead of its first backward; made for one stage a rank
     * @param fused true if W follows its I at once, as B
     */
    public record Policy(Turn turn, double patience, boolean deepFirst, Ahead ahead, boolean fused) {}

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
    private final Policy policy;
    private final double tolerance;
    private final List<StageQueue> stages;
    private final List<RankQueue> ranks;
    private final PriorityQueue<Wake> wakes = new PriorityQueue<>();

    private ListScheduling(StageMap map, int microBatches, PipelineCosts costs, List<Double> memory, Policy policy) {
        this.map = map;
        this.costs = costs;
        this.policy = policy;
        this.tolerance = SIMULTANEOUS
                * costs.times().stream().mapToDouble(StageCosts::total).max().orElse(1);
        double[] gradients = firstGradients(map, costs);
        this.stages = IntStream.range(0, map.stages())
                .mapToObj(stage -> new StageQueue(
                        stage,
                        microBatches,
                        costs.times().get(stage),
                        costs.sizes().get(stage),
                        gradients[stage]))
                .toList();
        this.ranks = IntStream.range(0, map.ranks())
                .mapToObj(rank -> new RankQueue(
                        rank, map.stagesOf(rank).mapToObj(stages::get).toList(), memory.get(rank)))
                .toList();
        stages.getFirst().feed();
        ranks.forEach(rank -> wakes.add(new Wake(0, rank.rank)));
    }

    /**
     * @param memory by rank, in the unit of the sizes
     * @return nothing if a rank cannot hold even one micro-batch
     */
    public static Optional<ScheduleTable> table(
            StageMap map, int microBatches, PipelineCosts costs, List<Double> memory, Policy policy) {
        ListScheduling scheduling = new ListScheduling(map, microBatches, costs, memory, policy);
        scheduling.play();
        if (!scheduling.ranks.stream().allMatch(RankQueue::isDone)) {
            return Optional.empty();
        }
        List<List<Action>> lines =
                scheduling.ranks.stream().map(RankQueue::line).toList();
        return Optional.of(new ScheduleTable(map, microBatches, lines));
    }

    private void play() {
        while (!wakes.isEmpty()) {
            Wake wake = wakes.remove();
            RankQueue rank = ranks.get(wake.rank());
            if (rank.isFree(wake.time() + tolerance)) {
                choose(rank, wake.time());
            }
        }
    }

    private void choose(RankQueue rank, double now) {
        StageQueue backward = rank.readyBackward(now + tolerance);
        StageQueue forward = rank.readyForward(now + tolerance, policy.deepFirst());
        if (forward != null && !forward.mayGoAhead(policy.ahead(), now - tolerance)) {
            forward = null;
        }
        boolean backwardFirst = switch (policy.turn()) {
            case BACKWARD -> true;
            case FORWARD -> false;
            case ALTERNATE -> rank.ranForwardLast();
        };
        if (backward != null && (forward == null || backwardFirst)) {
            backward(rank, backward, now);
        } else if (forward != null) {
            forward(rank, forward, now);
        } else {
            weight(rank, now);
        }
    }

    private void forward(RankQueue rank, StageQueue stage, double now) {
        double end = run(rank, stage.forward(), stage, now, stage.times.forward());
        if (stage.stage == map.stages() - 1) {
            stage.gradientArrives(end);
        } else {
            stages.get(stage.stage + 1).inputArrives(arrival(stage, stage.stage + 1, end));
        }
    }

    private void backward(RankQueue rank, StageQueue stage, double now) {
        double end = policy.fused()
                ? run(rank, stage.backward(), stage, now, stage.times.backward())
                : run(rank, stage.backwardInput(), stage, now, stage.times.backwardInput());
        if (stage.stage > 0) {
            stages.get(stage.stage - 1).gradientArrives(arrival(stage, stage.stage - 1, end));
        }
    }

    /** Runs the oldest W, unless something that matters more arrives soon. */
    private void weight(RankQueue rank, double now) {
        StageQueue oldest = rank.owedWeight();
        if (oldest != null) {
            double time = oldest.times.backwardWeight();
            if (rank.nextArrival() - now >= policy.patience() * time - tolerance) {
                run(rank, oldest.backwardWeight(), oldest, now, time);
            }
        }
    }

    private double run(RankQueue rank, Action action, StageQueue stage, double now, double time) {
        double end = rank.run(action, stage, now, time);
        wakes.add(new Wake(end, rank.rank));
        return end;
    }

    /** When a result is at a neighbour stage, whose rank looks again then. */
    private double arrival(StageQueue from, int to, double end) {
        double arrival = end + way(map, costs, from.stage, to);
        wakes.add(new Wake(arrival, map.rankOf(to)));
        return arrival;
    }

    /** How long a result takes from one stage to a neighbour. */
    private static double way(StageMap map, PipelineCosts costs, int from, int to) {
        if (map.rankOf(from) == map.rankOf(to)) {
            return 0;
        }
        double bytes = costs.sizes().get(Math.min(from, to)).output();
        return costs.link().latency() + costs.link().timePerByte() * bytes;
    }

    /** When each stage's first gradient would be there if nothing were in the way of micro-batch 0. */
    private static double[] firstGradients(StageMap map, PipelineCosts costs) {
        int last = map.stages() - 1;
        double time = 0;
        for (int stage = 0; stage <= last; stage++) {
            time += costs.times().get(stage).forward() + (stage < last ? way(map, costs, stage, stage + 1) : 0);
        }
        double[] gradients = new double[map.stages()];
        for (int stage = last; stage >= 0; stage--) {
            gradients[stage] = time;
            time += costs.times().get(stage).backwardInput() + (stage > 0 ? way(map, costs, stage, stage - 1) : 0);
        }
        return gradients;
    }
}
