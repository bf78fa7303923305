package io.penstock.orchestrator.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.Finished;
import io.penstock.common.control.Heartbeat;
import io.penstock.common.control.Hello;
import io.penstock.common.control.Leaving;
import io.penstock.common.control.Ping;
import io.penstock.common.control.Pong;
import io.penstock.common.control.Release;
import io.penstock.common.control.Welcome;
import io.penstock.common.wire.ControlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WorkerRegistryTest {

    private final WorkerRegistry registry = new WorkerRegistry(Duration.ofMillis(100));
    private final List<String> lost = new CopyOnWriteArrayList<>();
    private final List<ControlMessage.Report> heard = new ArrayList<>();

    @Test
    void helloWhenNameIsTakenIsClosedAndTheFirstStays() {
        Line first = arrive("w", 1);
        Line second = arrive("w", 2);
        assertThat(second.closed).singleElement().asString().contains("a worker named w is connected already");
        assertThat(first.closed).isEmpty();
        registry.disconnected(second, "closed");
        assertThat(registry.isHere("w")).isTrue();
    }

    @Test
    void helloWhenLostWorkerComesBackReplacesIt() {
        registry.disconnected(arrive("w", 1), "closed");
        assertThat(registry.isHere("w")).isFalse();
        assertThat(registry.hasMet("w", 1)).isTrue();
        arrive("w", 2);
        assertThat(registry.isHere("w")).isTrue();
        assertThat(registry.hasMet("w", 1)).isFalse();
    }

    @Test
    void helloIsAnsweredWithWelcomeAndPings() {
        assertThat(arrive("w", 1).sent).first().isEqualTo(new Welcome(100));
        assertThat(arrive("v", 1).sent.stream().filter(Ping.class::isInstance)).hasSizeGreaterThan(2);
    }

    @Test
    void reserveWhenThereAreTooFewTakesNone() {
        arrive("w", 1);
        assertThat(registry.reserve("job", 2, new Ears())).isEmpty();
        assertThat(registry.census().text()).isEqualTo("1 idle");
    }

    @Test
    void reserveTakesWorkersInNaturalOrderAndReleaseFreesThem() {
        Line tenth = arrive("local-10", 10);
        arrive("local-2", 2);
        var crew = registry.reserve("job", 2, new Ears()).orElseThrow();
        assertThat(crew).extracting(Worker::name).containsExactly("local-2", "local-10");
        assertThat(registry.census().text()).isEqualTo("0 idle, 2 busy with job job");
        registry.release(crew, "job", 3);
        assertThat(registry.census().text()).isEqualTo("2 idle");
        assertThat(tenth.sent).last().isEqualTo(new Release("job", 3));
    }

    @Test
    void reportWhenWorkerIsReservedReachesItsListenerOnly() {
        Line line = arrive("w", 1);
        Heartbeat beat = new Heartbeat("job", 1, 4, "0F1");
        registry.received(line, beat);
        var crew = registry.reserve("job", 1, new Ears()).orElseThrow();
        var finished = new Finished("job", 1, 0, 5, "hash", null);
        registry.received(line, finished);
        assertThat(heard).containsExactly(finished);
        assertThat(crew.getFirst().lastHeartbeat()).isEqualTo(beat);
    }

    @Test
    void workerWhenSilentForThreeHeartbeatsIsLostAndItsJobHears() {
        Line line = arrive("w", 1);
        registry.reserve("job", 1, new Ears());
        try (Watchdog dog = new Watchdog(registry, Duration.ofMillis(100))) {
            await().atMost(Duration.ofSeconds(10)).until(() -> !lost.isEmpty());
        }
        assertThat(lost).singleElement().asString().startsWith("rank 0: it was silent for");
        assertThat(line.closed).hasSize(1);
        assertThat(registry.sorted().getFirst().state()).isEqualTo(Worker.State.LOST);
    }

    @Test
    void workersWhenTheWatchdogItselfWasHeldUpAreNotLost() {
        AtomicBoolean held = new AtomicBoolean();
        CountDownLatch answers = new CountDownLatch(40);
        for (String name : List.of("w", "v")) {
            registry.connected(
                    new Line() {
                        @Override
                        public void send(ControlMessage.Command command) {
                            if (command instanceof Ping ping
                                    && Thread.currentThread().isDaemon()) {
                                if (answers.getCount() < 20 && held.compareAndSet(false, true)) {
                                    LockSupport.parkNanos(Duration.ofMillis(600).toNanos());
                                }
                                registry.received(this, new Pong(ping.sequence(), ping.sentNanos(), 0));
                                answers.countDown();
                            }
                        }
                    },
                    hello(name, 1));
        }
        registry.reserve("job", 2, new Ears());
        try (Watchdog dog = new Watchdog(registry, Duration.ofMillis(100))) {
            await().atMost(Duration.ofSeconds(20)).until(() -> answers.getCount() == 0 || !lost.isEmpty());
        }
        assertThat(held).isTrue();
        assertThat(lost).isEmpty();
    }

    @Test
    void workerWhenItSaysThatItLeavesIsClosedAndItsJobHears() {
        Line line = arrive("w", 1);
        registry.reserve("job", 1, new Ears());
        registry.received(line, new Leaving("it was told to end"));
        registry.disconnected(line, "the worker left");
        assertThat(lost).containsExactly("rank 0 left: it was told to end");
        assertThat(line.closed).containsExactly("the worker left");
        assertThat(registry.sorted().getFirst().state()).isEqualTo(Worker.State.LEFT);
        assertThat(registry.census().alive()).isZero();
        arrive("w", 2);
        assertThat(registry.isHere("w")).isTrue();
    }

    @Test
    void clockWhenAnswersAreSlowTrustsTheFastOnes() {
        ClockOffset clock = new ClockOffset();
        assertThat(clock.nanos()).isEmpty();
        for (int i = 0; i < 12; i++) {
            clock.add(new Pong(i, 1_000, 900_000_000), 800_001_000);
        }
        for (int i = 0; i < 4; i++) {
            clock.add(new Pong(i, 5_000, 505_100 + i), 5_200);
        }
        assertThat(clock.nanos()).hasValue(500_002);
    }

    @Test
    void censusWhenManyAreLostKeepsOnlySomeForShow() {
        for (int i = 0; i < 100; i++) {
            registry.disconnected(arrive("w" + i, i), "closed");
        }
        assertThat(registry.sorted()).hasSize(64);
        assertThat(registry.census().alive()).isZero();
    }

    private Line arrive(String name, long pid) {
        Line line = new Line();
        registry.connected(line, hello(name, pid));
        return line;
    }

    private static Hello hello(String name, long pid) {
        return new Hello("", name, "127.0.0.1", 1, 2, pid, "fake", "none", 1, 1);
    }

    private final class Ears implements WorkerListener {

        @Override
        public void said(int rank, ControlMessage.Report report) {
            heard.add(report);
        }

        @Override
        public void lost(int rank, String why) {
            lost.add("rank %d: %s".formatted(rank, why));
        }

        @Override
        public void left(int rank, String why) {
            lost.add("rank %d left: %s".formatted(rank, why));
        }
    }

    /** A connection that notes what goes through it. */
    private static class Line implements ControlConnection {

        private final List<ControlMessage.Command> sent = new CopyOnWriteArrayList<>();
        private final List<String> closed = new CopyOnWriteArrayList<>();

        @Override
        public String remote() {
            return "test";
        }

        @Override
        public void send(ControlMessage.Command command) {
            sent.add(command);
        }

        @Override
        public void close(String reason) {
            closed.add(reason);
        }
    }
}
