package io.penstock.benchmarks.wire;

import io.penstock.common.wire.TensorHeader;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A tensor to another process on this machine and back: twice the one-way time. {@code echo=thread} hands each arrival to
 * a waiting thread on the other side, as a worker does; {@code echo=loop} answers on the event loop.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TransferBenchmark {

    @Param({"4", "1024", "65536", "1048576", "16777216", "67108864"})
    public int bytes;

    @Param({"thread", "loop"})
    public String echo = "thread";

    private Station station;
    private EchoProcess other;

    @Setup(Level.Trial)
    public void connect() throws IOException {
        station = new Station(bytes, false);
        other = new EchoProcess(bytes, echo.equals("loop"), station.port());
        station.dial(other.port());
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        other.close();
        station.close();
    }

    @Benchmark
    public TensorHeader roundTrip() throws InterruptedException {
        station.send();
        return station.take();
    }
}
