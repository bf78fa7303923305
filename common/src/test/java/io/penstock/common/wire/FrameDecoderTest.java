package io.penstock.common.wire;

import static io.penstock.common.wire.Frames.bytes;
import static io.penstock.common.wire.Frames.header;
import static io.penstock.common.wire.Frames.join;
import static io.penstock.common.wire.Frames.tensor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FrameDecoderTest {

    private static final long SEED = 20261130;
    private static final long LIMIT = 1 << 20;

    private final RecordingPeer peer = new RecordingPeer(Frames.ATTEMPT);
    private final List<String> texts = new ArrayList<>();
    private final FrameDecoder decoder = new FrameDecoder(new Sink());
    private final EmbeddedChannel channel = new EmbeddedChannel(decoder);

    private final class Sink implements FrameSink {

        @Override
        public long limit(FrameType type) {
            return LIMIT;
        }

        @Override
        public void control(byte[] json) {
            texts.add(new String(json, StandardCharsets.UTF_8));
        }

        @Override
        public PeerReceiver receiver() {
            return peer;
        }

        @Override
        public void credit(TensorKind kind, int count) {
            texts.add(kind + " " + count);
        }
    }

    @Test
    void decodeWhenStreamIsCutAtEachByteGivesTheSameFrames() {
        byte[] payload = bytes(new Random(SEED), 20);
        byte[] stream = stream(payload);
        for (int cut = 0; cut <= stream.length; cut++) {
            feed(stream, 0, cut);
            feed(stream, cut, stream.length);
            assertStream("cut at " + cut, payload);
        }
    }

    @Test
    void decodeWhenFragmentsAreRandomGivesTheSameFrames() {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            byte[] payload = bytes(random, 4 * (1 + random.nextInt(300)));
            byte[] stream = stream(payload);
            int most = 1 + random.nextInt(stream.length);
            for (int from = 0, to; from < stream.length; from = to) {
                to = Math.min(stream.length, from + 1 + random.nextInt(most));
                feed(stream, from, to);
            }
            assertStream("seed %d, round %d".formatted(SEED, round), payload);
        }
    }

    private byte[] stream(byte[] payload) {
        return join(
                Frames.control("{\"a\":1}"),
                Frames.tensor(header(payload.length / 4), payload),
                Frames.credit(TensorKind.BACKWARD, 3),
                tensor(2, 0),
                tensor(),
                Frames.control("{}"));
    }

    private void assertStream(String description, byte[] payload) {
        assertThat(texts).as(description).containsExactly("{\"a\":1}", "BACKWARD 3", "{}");
        texts.clear();
        assertReceived(description, header(payload.length / 4), payload);
        assertReceived(description, header(2, 0), new byte[0]);
        assertReceived(description, header(), new byte[4]);
        assertThat(peer.received).as(description).isEmpty();
    }

    private void assertReceived(String description, TensorHeader header, byte[] payload) {
        RecordingPeer.Received next = peer.received.remove();
        assertThat(next.header()).as(description).isEqualTo(header);
        assertThat(next.payload()).as(description).isEqualTo(payload);
    }

    static Stream<Arguments> hostile() {
        byte[] credit = Frames.credit(TensorKind.FORWARD, 1);
        return Stream.concat(
                Hostile.tensors(),
                Stream.of(
                        Arguments.of("credit kind", Frames.withByte(credit, 16, 9), "tensor kind is 9"),
                        Arguments.of("credit padding", Frames.withByte(credit, 18, 7), "padding of a credit frame"),
                        Arguments.of("credit count", Frames.withInt(credit, 20, -2), "credit count is -2"),
                        Arguments.of("credit length", Frames.withLong(credit, 8, 7), "its type needs 8"),
                        Arguments.of("long control", Frames.control("x".repeat(1 + (int) LIMIT)), "at most 1048576")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void decodeWhenRuleIsBrokenRefusesAndDiscardsTheRest(String name, byte[] frame, String words) {
        assertThatThrownBy(() -> feed(frame, 0, frame.length))
                .hasCauseInstanceOf(RefusedException.class)
                .hasMessageContaining(words);
        byte[] good = tensor(4);
        feed(good, 0, good.length);
        assertThat(peer.received).isEmpty();
        assertThat(peer.aborted).hasValue(peer.opened.get());
        assertThat(peer.opened).hasValue(name.equals("checksum") ? 1 : 0);
    }

    @Test
    void decodeWhenConnectionDiesInsideAPayloadAbortsOnce() {
        byte[] frame = tensor(100);
        feed(frame, 0, frame.length - 1);
        assertThat(peer.opened).hasValue(1);
        channel.close();
        channel.finish();
        assertThat(peer.aborted).hasValue(1);
        assertThat(peer.received).isEmpty();
    }

    @Test
    void destinationWhenALargePayloadArrivesIsItsOwnMemory() {
        byte[] payload = bytes(new Random(SEED), 400_000);
        byte[] frame = Frames.tensor(header(100_000), payload);
        assertThat(decoder.destination()).isEmpty();
        feed(frame, 0, 1000);
        int from = 1000;
        for (Optional<ByteBuf> room; (room = decoder.destination()).isPresent(); ) {
            int count = Math.min(30_000, room.get().writableBytes());
            channel.writeInbound(room.get().writeBytes(frame, from, count));
            from += count;
        }
        assertThat(frame.length - from).isBetween(1, 16 * 1024);
        feed(frame, from, frame.length);
        assertReceived("read directly", header(100_000), payload);
        assertThat(decoder.destination()).isEmpty();
    }

    @Test
    void decodeWhenReceiverOpensTheWrongSizeFails() {
        PeerReceiver wrong = new PeerReceiver() {
            @Override
            public MemorySegment open(TensorHeader header) {
                return Arena.ofAuto().allocate(3);
            }

            @Override
            public void complete(TensorHeader header) {
                peer.complete(header);
            }

            @Override
            public void aborted(TensorHeader header) {
                peer.aborted(header);
            }

            @Override
            public void closed(String reason) {}
        };
        FrameCodec.TensorPrefix frame = new FrameCodec.TensorPrefix(header(4), 0);
        assertThatThrownBy(() -> PayloadBody.open(frame, wrong, in -> null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the receiver opened 3 bytes, native is true; must be 16 native bytes");
        assertThat(peer.aborted).hasValue(1);
    }

    private void feed(byte[] stream, int from, int to) {
        channel.writeInbound(Unpooled.copiedBuffer(stream, from, to - from));
    }
}
