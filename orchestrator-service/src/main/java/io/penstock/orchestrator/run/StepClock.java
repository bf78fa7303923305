package io.penstock.orchestrator.run;

import io.penstock.common.control.StepReport;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One clock for all ranks of a step, in seconds from the first start of a compute action. */
final class StepClock {

    private static final double NANOS = 1e9;

    private final long[] zero;

    private StepClock(long[] zero) {
        this.zero = zero;
    }

    /**
     * @param reports of one step, by rank
     * @return null while some worker's clock is unknown
     */
    static @Nullable StepClock of(List<StepReport> reports, Crew crew) {
        List<OptionalLong> offsets =
                crew.workers().stream().map(worker -> worker.clockOffset()).toList();
        if (offsets.stream().anyMatch(OptionalLong::isEmpty)) {
            return null;
        }
        long[] zero = offsets.stream().mapToLong(OptionalLong::getAsLong).toArray();
        long start = IntStream.range(0, zero.length)
                .mapToLong(rank -> reports.get(rank).firstStartNanos() - zero[rank])
                .min()
                .orElseThrow();
        IntStream.range(0, zero.length).forEach(rank -> zero[rank] += start);
        return new StepClock(zero);
    }

    /** A reading of the worker's own clock; divided, not multiplied, so that nanoseconds print short. */
    double seconds(int rank, long nanos) {
        return (nanos - zero[rank]) / NANOS;
    }
}
