package io.penstock.common.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
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
import org.openjdk.jmh.annotations.Warmup;

/** What the codec adds to a transfer: header and checksum on one side; rules, copy and checksum on the other. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {

    @Param({"4", "65536", "16777216"})
    public int bytes;

    private TensorHeader header;
    private MemorySegment payload;
    private ByteBuf frame;
    private EmbeddedChannel channel;

    @Setup(Level.Trial)
    public void prepare() {
        header = new TensorHeader(1, 0, TensorKind.FORWARD, 0, 0, 0, 0, ElementType.F32, List.of(bytes / 4));
        payload = Arena.global().allocate(bytes, 64);
        frame = Unpooled.directBuffer().writeBytes(encode()).writeBytes(payload.asByteBuffer());
        channel = new EmbeddedChannel(new FrameDecoder(new Sink(Arena.global().allocate(bytes, 64))));
    }

    @Benchmark
    public int encodeHeader() {
        ByteBuf head = encode();
        int length = head.readableBytes();
        head.release();
        return length;
    }

    @Benchmark
    public boolean decodeFrame() {
        return channel.writeInbound(frame.retainedDuplicate());
    }

    private ByteBuf encode() {
        CRC32C crc = new CRC32C();
        crc.update(payload.asByteBuffer());
        return FrameCodec.tensor(PooledByteBufAllocator.DEFAULT, header, (int) crc.getValue());
    }

    private record Sink(MemorySegment destination) implements FrameSink, PeerReceiver {

        @Override
        public long limit(FrameType type) {
            return Long.MAX_VALUE;
        }

        @Override
        public void control(byte[] json) {}

        @Override
        public PeerReceiver receiver() {
            return this;
        }

        @Override
        public void credit(TensorKind kind, int count) {}

        @Override
        public MemorySegment open(TensorHeader header) {
            return destination;
        }

        @Override
        public void complete(TensorHeader header) {}

        @Override
        public void aborted(TensorHeader header) {
            throw new IllegalStateException("a frame of the benchmark was refused");
        }

        @Override
        public void closed(String reason) {}
    }
}
