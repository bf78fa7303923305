package io.penstock.common.wire;

import static io.penstock.common.wire.Frames.ATTEMPT;
import static io.penstock.common.wire.Frames.SECRET;
import static io.penstock.common.wire.Frames.control;
import static io.penstock.common.wire.Frames.hello;
import static io.penstock.common.wire.Frames.join;
import static io.penstock.common.wire.Frames.tensor;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything wrong that can be said to a tensor server, beside a good connection that must not notice. */
class TensorServerTest {

    private static final long MAX_FRAME_BYTES = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final WireTransport transport = new WireTransport("test", 2);
    private final WireLog log = new WireLog();
    private final RecordingPeer goodPeer = new RecordingPeer(ATTEMPT);
    private final RecordingPeer hostilePeer = new RecordingPeer(ATTEMPT);
    private TensorServer server;
    private PeerLink goodLink;

    @BeforeEach
    void connectGoodPeer() throws IOException {
        server = server(PATIENCE);
        goodLink = PeerLink.connect(
                transport,
                new ClientOptions("127.0.0.1", server.port(), MAX_FRAME_BYTES, PATIENCE),
                new PeerHello(SECRET, "good", ATTEMPT, 0, 1),
                Map.of(TensorKind.FORWARD, 2));
    }

    private TensorServer server(Duration handshakeTimeout) throws IOException {
        ServerOptions options = new ServerOptions("127.0.0.1", 0, SECRET, MAX_FRAME_BYTES, handshakeTimeout);
        return new TensorServer(transport, options, this::accept);
    }

    private PeerReceiver accept(PeerHello hello, PeerConnection connection) throws RefusedException {
        if (hello.attempt() != ATTEMPT) {
            throw new RefusedException("attempt of the hello is %d, must be %d".formatted(hello.attempt(), ATTEMPT));
        }
        return hello.job().equals("good") ? goodPeer : hostilePeer;
    }

    @AfterEach
    void goodPeerWorks() throws Exception {
        byte[] payload = {1, 2, 3, 4};
        goodLink.send(Frames.header(1), Frames.nativeCopy(payload), () -> {});
        RecordingPeer.Received received = goodPeer.received.poll(20, TimeUnit.SECONDS);
        assertThat(received).isNotNull();
        assertThat(received.payload()).isEqualTo(payload);
        assertThat(goodLink.isOpen()).isTrue();
        log.close();
        transport.close();
    }

    static Stream<Arguments> afterHello() {
        return Stream.concat(
                Hostile.tensors(),
                Stream.of(
                        Arguments.of("second hello", control(hello()), "a second hello: PeerHello[job=job, attempt=7"),
                        Arguments.of(
                                "credit", Frames.credit(TensorKind.FORWARD, 1), "CREDIT frame has 8 bytes, at most 0"),
                        Arguments.of(
                                "too long", Frames.withLong(tensor(4), 8, MAX_FRAME_BYTES + 1), "at most 1048576")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("afterHello")
    void receiveWhenFrameAfterHelloIsWrongClosesWithOneLine(String name, byte[] frame, String words)
            throws IOException {
        assertClosed(join(control(hello()), frame), words);
        assertThat(hostilePeer.received).isEmpty();
        assertThat(hostilePeer.aborted).hasValue(hostilePeer.opened.get());
    }

    static Stream<Arguments> insteadOfHello() {
        return Stream.of(
                Arguments.of(
                        "http",
                        "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8),
                        "magic is 20544547"),
                Arguments.of("tensor", tensor(4), "TENSOR frame has 96 bytes, at most 0 are allowed here"),
                Arguments.of("garbage", control("\u0000\n{{"), "is no PeerHello"),
                Arguments.of("nesting", control("[".repeat(60_000)), "is no PeerHello"),
                Arguments.of("unknown field", control("{\"secret\":\"x\",\"admin\":true}"), "is no PeerHello"),
                Arguments.of("long hello", control("x".repeat(70_000)), "CONTROL frame has 70000 bytes, at most 65536"),
                Arguments.of("worker's hello", control(ControlMessageJsonTest.hello()), "is no PeerHello"),
                Arguments.of(
                        "secret", control(new PeerHello("guess", "job", ATTEMPT, 0, 1)), "the secret of the hello"),
                Arguments.of("old attempt", control(new PeerHello(SECRET, "job", 6, 0, 1)), "is 6, must be 7"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("insteadOfHello")
    void receiveWhenFirstFrameIsNoRightHelloClosesWithOneLine(String name, byte[] frame, String words)
            throws IOException {
        assertClosed(frame, words);
    }

    private void assertClosed(byte[] bytes, String words) throws IOException {
        try (RawClient client = new RawClient(server.port())) {
            client.say(bytes).awaitClose();
        }
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("closed /127.0.0.1:")
                .contains(words);
        assertThat(log.lines().getFirst()).doesNotContain(SECRET).doesNotContain("\n");
    }

    @Test
    void receiveWhenNoHelloComesClosesAtTheDeadline() throws IOException {
        try (TensorServer hasty = server(Duration.ofMillis(50));
                RawClient client = new RawClient(hasty.port())) {
            client.say(new byte[] {'P', 'N'}).awaitClose();
        }
        assertThat(log.lines()).singleElement().asString().contains("no hello within 50 ms");
    }
}
