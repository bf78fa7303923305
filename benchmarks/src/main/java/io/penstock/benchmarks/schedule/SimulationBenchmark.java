package io.penstock.benchmarks.schedule;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleValidator;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import io.penstock.common.schedule.Walk;
import io.penstock.common.simulate.Simulator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the planner does for one table on 64 ranks with 4 chunks each, on one core: write it, lower it, prove it, simulate
 * it. The time should grow with the number of micro-batches and no faster.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx4g", "-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class SimulationBenchmark {

    private static final int RANKS = 64;
    private static final int CHUNKS = 4;

    @Param({"interleaved-1f1b", "interleaved-zb", "looped-bfs", "hanayo"})
    public String schedule = "interleaved-1f1b";

    @Param({"128", "256", "512", "1024"})
    public int microBatches;

    private final PipelineCosts costs =
            PipelineCosts.even(RANKS * CHUNKS, new StageCosts(1, 1, 1), StageSizes.ZERO, Link.latency(0.1));

    @Benchmark
    public double plan() {
        ScheduleTable compute = Schedules.named(schedule).table(new Shape(RANKS, CHUNKS, microBatches));
        ScheduleTable lowered = Lowering.lower(compute);
        ScheduleValidator.check(lowered, Walk.UNBOUNDED);
        return Simulator.simulate(lowered, costs).makespan();
    }
}
