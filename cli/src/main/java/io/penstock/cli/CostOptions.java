package io.penstock.cli;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.plan.StageWorkload;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the actions of a table cost, in any unit of time. */
final class CostOptions {

    @Option(
            names = "--forward",
            paramLabel = "TIME",
            split = ",",
            description = "F of a whole rank, of which a chunk takes its share; or one a stage. Default: 1.")
    private List<Double> forward = List.of(1.0);

    @Option(names = "--backward-input", paramLabel = "TIME", split = ",", description = "I, likewise.")
    private List<Double> backwardInput = List.of(1.0);

    @Option(names = "--backward-weight", paramLabel = "TIME", split = ",", description = "W, likewise.")
    private List<Double> backwardWeight = List.of(1.0);

    @Option(names = "--latency", paramLabel = "TIME", description = "Of a send, one way, beside the computation.")
    private double latency;

    @Option(names = "--output-bytes", paramLabel = "BYTES", description = "Of the tensor that a stage sends.")
    private double outputBytes;

    @Option(names = "--bandwidth", paramLabel = "BYTES", description = "Bytes of a link per unit of time.")
    private @Nullable Double bandwidth;

    @Option(names = "--sends-occupy-rank", description = "A rank computes nothing while its tensor goes out.")
    private boolean sendsOccupyRank;

    @Option(
            names = "--kept",
            paramLabel = "SHARE",
            description = "Of an activation, what stays between I and W. Default: ${DEFAULT-VALUE}.")
    private double kept = 0.5;

    @Option(
            names = "--memory-limit",
            paramLabel = "UNITS",
            description = "Of each rank; a unit is what one micro-batch takes on a whole rank from F to I.")
    private double memoryLimit = Double.POSITIVE_INFINITY;

    /**
     * @param ranks of the pipeline, by which a single time is divided where others are listed by stage
     */
    StageWorkload workload(int ranks) {
        requireNotNegative();
        return new StageWorkload(times(ranks), new StageSizes(1, kept, outputBytes), link(), memoryLimit);
    }

    private List<StageCosts> times(int ranks) {
        int listed = Stream.of(forward, backwardInput, backwardWeight)
                .mapToInt(List::size)
                .max()
                .orElseThrow();
        double share = listed == 1 ? 1 : (double) ranks / listed;
        return IntStream.range(0, listed)
                .mapToObj(stage -> new StageCosts(
                        time("--forward", forward, stage, listed, share),
                        time("--backward-input", backwardInput, stage, listed, share),
                        time("--backward-weight", backwardWeight, stage, listed, share)))
                .toList();
    }

    private static double time(String option, List<Double> times, int stage, int listed, double share) {
        if (times.size() != 1 && times.size() != listed) {
            throw new IllegalArgumentException(
                    "%s has %d times but another option has %d: give one, of a whole rank, or one a stage"
                            .formatted(option, times.size(), listed));
        }
        return times.size() == 1 ? times.getFirst() * share : times.get(stage);
    }

    private Link link() {
        if (bandwidth == null) {
            return new Link(latency, 0, sendsOccupyRank);
        }
        if (!(bandwidth > 0) || outputBytes == 0) {
            throw new IllegalArgumentException("--bandwidth is %s and --output-bytes is %s: use more than 0 for both"
                    .formatted(bandwidth, outputBytes));
        }
        return new Link(latency, 1 / bandwidth, sendsOccupyRank);
    }

    private void requireNotNegative() {
        forward.forEach(time -> requireNotNegative("--forward", time));
        backwardInput.forEach(time -> requireNotNegative("--backward-input", time));
        backwardWeight.forEach(time -> requireNotNegative("--backward-weight", time));
        requireNotNegative("--latency", latency);
        requireNotNegative("--output-bytes", outputBytes);
        if (!(kept >= 0 && kept <= 1)) {
            throw new IllegalArgumentException("--kept is %s: use a share from 0 to 1".formatted(kept));
        }
        if (!(memoryLimit > 0)) {
            throw new IllegalArgumentException("--memory-limit is %s: use more than 0".formatted(memoryLimit));
        }
    }

    private static void requireNotNegative(String option, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("%s is %s: use a number from 0".formatted(option, value));
        }
    }
}
