package io.penstock.common.wire;

import static io.penstock.common.wire.Frames.SECRET;
import static io.penstock.common.wire.Frames.control;
import static io.penstock.common.wire.Frames.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.Hello;
import io.penstock.common.control.Ping;
import io.penstock.common.control.Pong;
import io.penstock.common.control.Welcome;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ControlServerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final WireTransport transport = new WireTransport("test", 2);
    private final WireLog log = new WireLog();
    private final BlockingQueue<Object> atServer = new LinkedBlockingQueue<>();
    private final BlockingQueue<Object> atWorker = new LinkedBlockingQueue<>();
    private ControlServer server;

    @BeforeEach
    void listen() throws IOException {
        server = server(PATIENCE);
    }

    @AfterEach
    void close() {
        log.close();
        server.close();
        transport.close();
    }

    private ControlServer server(Duration handshakeTimeout) throws IOException {
        return new ControlServer(
                transport, new ServerOptions("127.0.0.1", 0, SECRET, 1 << 20, handshakeTimeout), new Orchestrator());
    }

    private ControlClient connect(Hello hello) throws IOException {
        return ControlClient.connect(
                transport, new ClientOptions("127.0.0.1", server.port(), 1 << 20, PATIENCE), hello, new Worker());
    }

    private static <T> T next(BlockingQueue<Object> queue, Class<T> type) throws InterruptedException {
        return type.cast(queue.poll(20, TimeUnit.SECONDS));
    }

    @Test
    void connectWhenHelloIsRightExchangesMessages() throws Exception {
        try (ControlClient client = connect(ControlMessageJsonTest.hello())) {
            assertThat(next(atServer, Hello.class)).isEqualTo(ControlMessageJsonTest.hello());
            assertThat(next(atWorker, Welcome.class)).isEqualTo(new Welcome(500));
            client.send(new Pong(1, 2, 3));
            assertThat(next(atServer, Pong.class)).isEqualTo(new Pong(1, 2, 3));
            assertThat(next(atWorker, Ping.class)).isEqualTo(new Ping(1, 0));
        }
        assertThat(next(atWorker, String.class)).isEqualTo("closed here");
        assertThat(next(atServer, String.class)).isEqualTo("closed by the peer");
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void closeWhenServerClosesTellsBothSides() throws Exception {
        try (ControlClient client = connect(ControlMessageJsonTest.hello())) {
            assertThat(next(atWorker, Welcome.class)).isNotNull();
            server.close();
            assertThat(next(atWorker, String.class)).isEqualTo("closed by the peer");
            client.send(new Pong(1, 2, 3));
        }
        assertThat(next(atServer, Hello.class)).isNotNull();
        assertThat(next(atServer, String.class)).isNotNull();
        assertThat(atServer).isEmpty();
    }

    @Test
    void connectWhenNobodyListensFails() {
        int port = server.port();
        server.close();
        assertThatIOException()
                .isThrownBy(() -> ControlClient.connect(
                        transport,
                        new ClientOptions("127.0.0.1", port, 1 << 20, PATIENCE),
                        ControlMessageJsonTest.hello(),
                        new Worker()))
                .withMessageStartingWith("connecting to 127.0.0.1:" + port + " failed: ");
        assertThat(atWorker).isEmpty();
    }

    static Stream<Arguments> hostile() {
        Hello right = ControlMessageJsonTest.hello();
        Hello wrong = new Hello("guess", "w", "h", 1, 2, 3, "b", "d", 4, 5);
        return Stream.of(
                Arguments.of("secret", control(wrong), "the secret of the hello is wrong"),
                Arguments.of("no hello", control(new Pong(1, 2, 3)), "a worker said Pong before its hello"),
                Arguments.of("second hello", join(control(right), control(right)), "a second hello, by worker w-1"),
                Arguments.of("command", join(control(right), control(new Ping(1, 2))), "a worker said Ping after"),
                Arguments.of("garbage", control("}{"), "is no ControlMessage"),
                Arguments.of("nesting", control("{\"type\":" + "[".repeat(60_000)), "is no ControlMessage"),
                Arguments.of("tensor", join(control(right), Frames.tensor(4)), "TENSOR frame has 96 bytes, at most 0"),
                Arguments.of("long hello", control("x".repeat(70_000)), "at most 65536"),
                Arguments.of(
                        "long frame", join(control(right), control("x".repeat(1 + (1 << 20)))), "at most 1048576"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void receiveWhenRuleIsBrokenClosesWithOneLine(String name, byte[] bytes, String words) throws Exception {
        try (RawClient hostile = new RawClient(server.port())) {
            hostile.say(bytes).awaitClose();
        }
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("closed /127.0.0.1:")
                .contains(words);
        connectWhenHelloIsRightStillAnswers();
    }

    private void connectWhenHelloIsRightStillAnswers() throws Exception {
        atServer.clear();
        try (ControlClient client = connect(ControlMessageJsonTest.hello())) {
            assertThat(next(atWorker, Welcome.class)).isEqualTo(new Welcome(500));
        }
    }

    @Test
    void receiveWhenNoHelloComesClosesAtTheDeadline() throws IOException {
        try (ControlServer hasty = server(Duration.ofMillis(50));
                RawClient client = new RawClient(hasty.port())) {
            client.awaitClose();
        }
        assertThat(log.lines()).singleElement().asString().contains("no hello within 50 ms");
        assertThat(atServer).isEmpty();
    }

    private final class Orchestrator implements ControlServer.Listener {

        @Override
        public void connected(ControlConnection connection, Hello hello) {
            atServer.add(hello);
            connection.send(new Welcome(500));
        }

        @Override
        public void received(ControlConnection connection, ControlMessage.Report report) {
            atServer.add(report);
            connection.send(new Ping(1, 0));
        }

        @Override
        public void disconnected(ControlConnection connection, String reason) {
            atServer.add(reason);
        }
    }

    private final class Worker implements ControlClient.Listener {

        @Override
        public void received(ControlMessage.Command command) {
            atWorker.add(command);
        }

        @Override
        public void disconnected(String reason) {
            atWorker.add(reason);
        }
    }
}
