package io.penstock.common.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameFuzzTest {

    private static final int ROUNDS = 100_000;

    @Test
    void decodeWhenFramesAreMutatedOnlyRefusesAndNeverKeepsMemory() {
        long seed = Long.getLong("penstock.fuzz.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            assertHandled(mutated(random), "seed %d, round %d".formatted(seed, round));
        }
    }

    private static byte[] mutated(Random random) {
        byte[] stream =
                Frames.join(Frames.control(Frames.hello()), Frames.tensor(random.nextInt(4), 2), Frames.tensor(3));
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            stream[random.nextInt(stream.length)] = (byte) random.nextInt(256);
        }
        return stream;
    }

    private static void assertHandled(byte[] stream, String description) {
        RecordingPeer peer = new RecordingPeer(Frames.ATTEMPT);
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(new Sink(peer)));
        try {
            channel.writeInbound(Unpooled.wrappedBuffer(stream));
        } catch (DecoderException e) {
            assertThat(e.getCause()).as(description).isInstanceOf(RefusedException.class);
        }
        channel.finishAndReleaseAll();
        assertThat(peer.received.size() + peer.aborted.get()).as(description).isEqualTo(peer.opened.get());
    }

    private record Sink(RecordingPeer receiver) implements FrameSink {

        @Override
        public long limit(FrameType type) {
            return 1 << 16;
        }

        @Override
        public void control(byte[] json) throws RefusedException {
            WireJson.read(json, PeerHello.class);
        }

        @Override
        public void credit(TensorKind kind, int count) {}
    }
}
