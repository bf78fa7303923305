package io.penstock.common.wire;

import static io.penstock.common.wire.Frames.ATTEMPT;
import static io.penstock.common.wire.Frames.SECRET;
import static io.penstock.common.wire.Frames.header;
import static io.penstock.common.wire.Frames.nativeCopy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PeerLinkTest {

    private static final long MAX_FRAME_BYTES = 1 << 28;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LARGE = 32 << 20;

    private final WireTransport transport = new WireTransport("here", 1);
    private final WireTransport remote = new WireTransport("there", 1);
    private final RecordingPeer peer = new RecordingPeer(ATTEMPT);
    private final AtomicInteger released = new AtomicInteger();
    private final CompletableFuture<PeerConnection> accepted = new CompletableFuture<>();
    private TensorServer server;

    @BeforeEach
    void listen() throws IOException {
        server = new TensorServer(remote, options(), (hello, connection) -> {
            if (hello.attempt() != ATTEMPT) {
                throw new RefusedException("attempt is %d, must be %d".formatted(hello.attempt(), ATTEMPT));
            }
            accepted.complete(connection);
            return peer;
        });
    }

    private static ServerOptions options() {
        return new ServerOptions("127.0.0.1", 0, SECRET, MAX_FRAME_BYTES, PATIENCE);
    }

    private PeerLink connect(int credits) throws IOException {
        return connect(Frames.hello(), credits);
    }

    private PeerLink connect(PeerHello hello, int credits) throws IOException {
        ClientOptions options = new ClientOptions("127.0.0.1", server.port(), MAX_FRAME_BYTES, PATIENCE);
        return PeerLink.connect(transport, options, hello, Map.of(TensorKind.FORWARD, credits));
    }

    @AfterEach
    void close() {
        transport.close();
        remote.close();
    }

    @Test
    void sendWhenPayloadIsLargeArrivesWhole() throws Exception {
        byte[] payload = Frames.bytes(new Random(1), LARGE);
        try (PeerLink link = connect(1)) {
            link.send(header(LARGE / 4), nativeCopy(payload), released::incrementAndGet);
            RecordingPeer.Received received = peer.received.poll(20, TimeUnit.SECONDS);
            assertThat(received.header()).isEqualTo(header(LARGE / 4));
            assertThat(received.payload()).isEqualTo(payload);
            await().until(() -> released.get() == 1);
        }
    }

    @Test
    void sendWhenCreditsAreSpentWaitsForTheReceiver() throws Exception {
        try (PeerLink link = connect(1)) {
            link.send(header(1), nativeCopy(new byte[4]), released::incrementAndGet);
            assertThatIllegalStateException()
                    .isThrownBy(() -> link.send(header(1), nativeCopy(new byte[4]), released::incrementAndGet))
                    .withMessageContaining("no FORWARD credit is left of 1");
            assertThat(link.awaitCredit(TensorKind.FORWARD, Duration.ofMillis(5)))
                    .isFalse();
            accepted.join().giveBack(TensorKind.FORWARD, 1);
            assertThat(link.awaitCredit(TensorKind.FORWARD, PATIENCE)).isTrue();
            accepted.join().giveBack(TensorKind.FORWARD, 1);
            await().until(() -> !link.isOpen());
            assertThat(link.closeReason()).isEqualTo("1 FORWARD credits came back, then 2 of 1 would be left");
        }
        assertThat(released).hasValue(1);
    }

    @Test
    void sendWhenPayloadDoesNotFitRefusesAndKeepsTheCredit() throws Exception {
        try (PeerLink link = connect(1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> link.send(header(2), nativeCopy(new byte[4]), released::incrementAndGet))
                    .withMessageContaining("payload has 4 bytes, native is true; must be 8 native bytes");
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> link.send(header(1), MemorySegment.ofArray(new int[1]), released::incrementAndGet))
                    .withMessageContaining("native is false");
            MemorySegment tooLong = MemorySegment.ofAddress(4096).reinterpret(MAX_FRAME_BYTES);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> link.send(header((int) MAX_FRAME_BYTES / 4), tooLong, released::incrementAndGet))
                    .withMessageContaining("raise the frame limit");
            assertThat(link.awaitCredit(TensorKind.FORWARD, Duration.ZERO)).isTrue();
        }
        assertThat(released).hasValue(0);
    }

    @Test
    void connectWhenPeerRefusesSaysWhy() {
        assertThatIOException()
                .isThrownBy(() -> connect(new PeerHello(SECRET, "job", 6, 0, 1), 1))
                .withMessageContaining(
                        "did not accept PeerHello[job=job, attempt=6, ranks=0->1]: attempt is 6, must be 7");
        assertThatIOException()
                .isThrownBy(() -> connect(new PeerHello("guess", "job", ATTEMPT, 0, 1), 1))
                .withMessageContaining("closed by the peer");
    }

    @Test
    void connectWhenPeerNeverAnswersEndsWithTheTimeout() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            ClientOptions options =
                    new ClientOptions("127.0.0.1", silent.getLocalPort(), MAX_FRAME_BYTES, Duration.ofMillis(100));
            assertThatIOException()
                    .isThrownBy(() -> PeerLink.connect(transport, options, Frames.hello(), Map.of()))
                    .withMessageContaining("no answer within 100 ms");
        }
    }

    @Test
    void sendWhenPeerDiesInsideAFrameReleasesOnce() throws Exception {
        try (ServerSocket dying = new ServerSocket(0);
                Arena arena = Arena.ofShared()) {
            CompletableFuture<Socket> side = CompletableFuture.supplyAsync(() -> answerHello(dying));
            ClientOptions options = new ClientOptions("127.0.0.1", dying.getLocalPort(), MAX_FRAME_BYTES, PATIENCE);
            PeerLink link = PeerLink.connect(transport, options, Frames.hello(), Map.of(TensorKind.FORWARD, 2));
            CompletableFuture<String> reason = new CompletableFuture<>();
            link.onClose(reason::complete);
            link.send(header(LARGE / 4), arena.allocate(LARGE), released::incrementAndGet);
            side.join().getInputStream().readNBytes(1000);
            assertThat(released).hasValue(0);
            side.join().close();
            assertThat(reason.get(20, TimeUnit.SECONDS)).isEqualTo(link.closeReason());
            link.send(header(1), nativeCopy(new byte[4]), released::incrementAndGet);
            await().until(() -> released.get() == 2);
            assertThat(link.awaitCredit(TensorKind.FORWARD, PATIENCE)).isFalse();
        }
        assertThat(released).hasValue(2);
    }

    /** Case C5: the receiver takes its time; a sender that reuses a buffer once it is released spoils no frame. */
    @Test
    void sendWhenReceiverIsSlowKeepsEachBufferUntilItIsTaken() throws Exception {
        try (ServerSocket slow = new ServerSocket(0)) {
            CompletableFuture<Socket> side = CompletableFuture.supplyAsync(() -> answerHello(slow));
            ClientOptions options = new ClientOptions("127.0.0.1", slow.getLocalPort(), MAX_FRAME_BYTES, PATIENCE);
            byte[] first = Frames.bytes(new Random(1), LARGE);
            byte[] second = Frames.bytes(new Random(2), LARGE);
            MemorySegment buffer = nativeCopy(first);
            try (PeerLink link = PeerLink.connect(transport, options, Frames.hello(), Map.of(TensorKind.FORWARD, 2))) {
                link.send(header(LARGE / 4), buffer, () -> {
                    buffer.fill((byte) 0);
                    released.incrementAndGet();
                });
                link.send(header(LARGE / 4), nativeCopy(second), released::incrementAndGet);
                int frame = Frames.tensor(LARGE / 4).length;

                byte[] taken = side.join().getInputStream().readNBytes(frame - LARGE);
                assertThat(released).hasValue(0);
                assertThat(side.join().getInputStream().readNBytes(LARGE)).isEqualTo(first);
                await().until(() -> released.get() == 1);
                assertThat(side.join().getInputStream().readNBytes(taken.length))
                        .hasSize(taken.length);
                assertThat(released).hasValue(1);
                assertThat(side.join().getInputStream().readNBytes(LARGE)).isEqualTo(second);
                await().until(() -> released.get() == 2);
            }
            side.join().close();
        }
    }

    private static Socket answerHello(ServerSocket server) {
        try {
            Socket socket = server.accept();
            socket.getInputStream().readNBytes(Frames.control(Frames.hello()).length);
            socket.getOutputStream().write(Frames.control(new PeerAnswer(null)));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void closeWhenFramesAreQueuedReleasesEachOnce() throws Exception {
        try (ServerSocket stuck = new ServerSocket(0);
                Arena arena = Arena.ofShared()) {
            CompletableFuture<Socket> side = CompletableFuture.supplyAsync(() -> answerHello(stuck));
            ClientOptions options = new ClientOptions("127.0.0.1", stuck.getLocalPort(), MAX_FRAME_BYTES, PATIENCE);
            PeerLink link = PeerLink.connect(transport, options, Frames.hello(), Map.of(TensorKind.FORWARD, 3));
            for (int i = 0; i < 3; i++) {
                link.send(header(LARGE / 4), arena.allocate(LARGE), released::incrementAndGet);
            }
            link.close();
            await().until(() -> released.get() == 3);
            side.join().close();
            assertThat(link.closeReason()).isEqualTo("closed here");
        }
        assertThat(released).hasValue(3);
    }

    @Test
    void sendWhenTransportIsClosedReleasesAtOnce() throws Exception {
        PeerLink link = connect(1);
        transport.close();
        link.send(header(1), nativeCopy(new byte[4]), released::incrementAndGet);
        assertThat(released).hasValue(1);
        assertThat(link.isOpen()).isFalse();
    }

    @Test
    void closeWhenReceiverClosesInsideAFrameAbortsIt() throws Exception {
        byte[] frame = Frames.tensor(100);
        try (RawClient sender = new RawClient(server.port())) {
            sender.say(Frames.control(Frames.hello())).say(Arrays.copyOf(frame, frame.length - 1));
            await().until(() -> peer.opened.get() == 1);
            accepted.join().close("the job was released");
            sender.awaitClose();
        }
        await().until(() -> peer.closed.equals(List.of("the job was released")));
        assertThat(peer.aborted).hasValue(1);
        assertThat(peer.received).isEmpty();
    }

    /** Case C2: both directions at once, each frame larger than all socket buffers, on one event loop a side. */
    @Test
    void sendWhenBothSidesSendLargeFramesAtOnceNeitherBlocks() throws Exception {
        RecordingPeer back = new RecordingPeer(ATTEMPT);
        try (TensorServer here = new TensorServer(transport, options(), (hello, connection) -> back);
                PeerLink forth = connect(3)) {
            ClientOptions options = new ClientOptions("127.0.0.1", here.port(), MAX_FRAME_BYTES, PATIENCE);
            PeerLink reverse = PeerLink.connect(remote, options, Frames.hello(), Map.of(TensorKind.FORWARD, 3));
            MemorySegment payload = nativeCopy(Frames.bytes(new Random(2), LARGE));
            for (int i = 0; i < 3; i++) {
                forth.send(header(LARGE / 4), payload, released::incrementAndGet);
                reverse.send(header(LARGE / 4), payload, released::incrementAndGet);
            }
            await().atMost(PATIENCE).until(() -> peer.received.size() == 3 && back.received.size() == 3);
            await().until(() -> released.get() == 6);
        }
    }
}
