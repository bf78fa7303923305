package io.penstock.common.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WireMemoryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int FRAMES = 2_000;
    private static final int BYTES = 50_000;

    private final ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();

    @BeforeEach
    void watchEveryBuffer() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    }

    @AfterEach
    void restore() {
        ResourceLeakDetector.setLevel(level);
    }

    @Test
    void sendWhenThousandsOfFramesPassGivesAllBuffersBack() throws Exception {
        long before = PooledByteBufAllocator.DEFAULT.pinnedDirectMemory();
        try (WireLog log = new WireLog()) {
            try (WireTransport transport = new WireTransport("memory", 1)) {
                exchange(transport);
            }
            await().atMost(PATIENCE).until(() -> PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() == before);
            System.gc();
            PooledByteBufAllocator.DEFAULT.directBuffer(16).release();
            assertThat(log.lines()).isEmpty();
        }
    }

    private static void exchange(WireTransport transport) throws IOException, InterruptedException {
        RecordingPeer peer = new RecordingPeer(Frames.ATTEMPT);
        ServerOptions options = new ServerOptions("127.0.0.1", 0, Frames.SECRET, 1 << 20, PATIENCE);
        PeerConnection[] connection = new PeerConnection[1];
        TensorServer server = new TensorServer(transport, options, (hello, accepted) -> {
            connection[0] = accepted;
            return peer;
        });
        PeerLink link = PeerLink.connect(
                transport,
                new ClientOptions("127.0.0.1", server.port(), 1 << 20, PATIENCE),
                Frames.hello(),
                Map.of(TensorKind.FORWARD, 4));
        MemorySegment payload = Frames.nativeCopy(new byte[BYTES]);
        for (int i = 0; i < FRAMES; i++) {
            assertThat(link.awaitCredit(TensorKind.FORWARD, PATIENCE)).isTrue();
            link.send(Frames.header(BYTES / 4), payload, () -> {});
            assertThat(peer.received.poll(20, TimeUnit.SECONDS)).isNotNull();
            connection[0].giveBack(TensorKind.FORWARD, 1);
        }
        assertThat(peer.opened).hasValue(FRAMES);
    }
}
