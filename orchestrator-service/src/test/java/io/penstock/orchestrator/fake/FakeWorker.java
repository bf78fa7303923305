package io.penstock.orchestrator.fake;

import io.penstock.common.control.Assign;
import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.EvaluationReport;
import io.penstock.common.control.Failed;
import io.penstock.common.control.Finished;
import io.penstock.common.control.Grant;
import io.penstock.common.control.Heartbeat;
import io.penstock.common.control.Hello;
import io.penstock.common.control.Ping;
import io.penstock.common.control.Pong;
import io.penstock.common.control.Prepared;
import io.penstock.common.control.Release;
import io.penstock.common.control.RunLength;
import io.penstock.common.control.StepReport;
import io.penstock.common.control.Welcome;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.wire.ClientOptions;
import io.penstock.common.wire.ControlClient;
import io.penstock.common.wire.WireTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A worker that speaks the control protocol over a real connection and trains nothing: it reports made-up steps as fast
 * as they are granted, and misbehaves as its {@link Script} says.
 */
public final class FakeWorker implements AutoCloseable {

    public static final double MILLI = 1e-3;

    private final String name;
    private final Script script;
    private final ScheduledExecutorService thread =
            new ScheduledThreadPoolExecutor(1, new ThreadPoolExecutor.DiscardPolicy());
    private final AtomicInteger releases = new AtomicInteger();
    private final ControlClient client;
    private volatile Assign assign;
    private long next;

    /**
     * @param steps of every job
     * @param prepares whether it ever gets ready
     * @param stallAt step from which on it reports nothing, −1 for none
     * @param dieAt step before which it drops its connection, −1 for none
     * @param failAt step before which it says Failed, −1 for none
     * @param blames suspect rank of that failure
     * @param heartbeats whether it says any
     * @param stepMillis least time between two steps
     */
    public record Script(
            long steps,
            boolean prepares,
            long stallAt,
            long dieAt,
            long failAt,
            int blames,
            boolean heartbeats,
            long stepMillis) {

        public static Script good(long steps) {
            return new Script(steps, true, -1, -1, -1, -1, true, 0);
        }

        public Script neverReady() {
            return new Script(steps, false, stallAt, dieAt, failAt, blames, heartbeats, stepMillis);
        }

        public Script stallingAt(long step) {
            return new Script(steps, prepares, step, dieAt, failAt, blames, heartbeats, stepMillis);
        }

        public Script dyingAt(long step) {
            return new Script(steps, prepares, stallAt, step, failAt, blames, heartbeats, stepMillis);
        }

        public Script failingAt(long step, int suspect) {
            return new Script(steps, prepares, stallAt, dieAt, step, suspect, heartbeats, stepMillis);
        }

        public Script silent() {
            return new Script(steps, prepares, stallAt, dieAt, failAt, blames, false, stepMillis);
        }

        public Script slow(long millis) {
            return new Script(steps, prepares, stallAt, dieAt, failAt, blames, heartbeats, millis);
        }
    }

    public FakeWorker(WireTransport transport, int port, String secret, String name, Script script) {
        this.name = name;
        this.script = script;
        ClientOptions options = new ClientOptions("127.0.0.1", port, 1 << 24, Duration.ofSeconds(10));
        Hello hello = new Hello(secret, name, "127.0.0.1", 9, 8, 7, "fake", "no device", 1 << 30, 10);
        CountDownLatch connected = new CountDownLatch(1);
        thread.execute(() -> await(connected));
        try {
            this.client = ControlClient.connect(transport, options, hello, new Ears());
            connected.countDown();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Commands that come before the constructor has ended wait behind this. */
    private static void await(CountDownLatch connected) {
        try {
            connected.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public String name() {
        return name;
    }

    /** Says something out of turn. */
    public void send(ControlMessage.Report report) {
        client.send(report);
    }

    public int releases() {
        return releases.get();
    }

    @Override
    public void close() {
        thread.shutdownNow();
        client.close();
    }

    private final class Ears implements ControlClient.Listener {

        @Override
        public void received(ControlMessage.Command command) {
            switch (command) {
                case Welcome welcome -> thread.execute(() -> welcome(welcome));
                case Ping ping ->
                    thread.execute(() -> client.send(new Pong(ping.sequence(), ping.sentNanos(), System.nanoTime())));
                case Assign assigned -> thread.execute(() -> assigned(assigned));
                case Grant grant -> thread.execute(() -> granted(grant));
                case Release release ->
                    thread.execute(() -> {
                        assign = null;
                        releases.incrementAndGet();
                    });
            }
        }

        @Override
        public void disconnected(String reason) {
            thread.shutdownNow();
        }
    }

    private void welcome(Welcome welcome) {
        if (script.heartbeats()) {
            var _ = thread.scheduleAtFixedRate(this::heartbeat, 0, welcome.heartbeatMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void heartbeat() {
        Assign now = assign;
        client.send(
                now == null
                        ? new Heartbeat(null, 0, 0, null)
                        : new Heartbeat(now.job(), now.attempt(), next, now.rank() + "F0"));
    }

    private void assigned(Assign assigned) {
        assign = assigned;
        next = 0;
        heartbeat();
        if (script.prepares()) {
            client.send(new Prepared(assigned.job(), assigned.attempt(), assigned.rank(), length(), 100));
        }
    }

    private RunLength length() {
        return isEnd() ? new RunLength(script.steps(), script.steps(), 8 * script.steps(), 4) : null;
    }

    private boolean isEnd() {
        return assign.rank() == 0 || assign.rank() == assign.peers().size() - 1;
    }

    private void granted(Grant grant) {
        if (assign == null || next >= grant.untilStep()) {
            return;
        }
        if (next == script.dieAt()) {
            client.close();
        } else if (next == script.failAt()) {
            fail();
        } else if (next != script.stallAt()) {
            step(grant);
        }
    }

    private void fail() {
        client.send(new Failed(
                assign.job(), assign.attempt(), assign.rank(), next, "1F0", null, script.blames(), "it was told to"));
    }

    private void step(Grant grant) {
        client.send(report(next++));
        if (next == grant.length().steps()) {
            end();
        } else {
            var _ = thread.schedule(() -> granted(grant), script.stepMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void end() {
        if (assign.rank() == assign.peers().size() - 1) {
            client.send(new EvaluationReport(assign.job(), assign.attempt(), next, 4, 0.25, 0.75));
        }
        client.send(new Finished(assign.job(), assign.attempt(), assign.rank(), next, "hash-" + assign.rank()));
    }

    /** A step of 4 ms in which the rank computes for 2 ms. */
    private StepReport report(long step) {
        long start = System.nanoTime();
        boolean last = assign.rank() == assign.peers().size() - 1;
        return new StepReport(
                assign.job(),
                assign.attempt(),
                assign.rank(),
                step,
                8,
                0.01,
                4 * MILLI,
                Map.of("forward", MILLI, "backward", MILLI),
                Map.of("fill", 2 * MILLI),
                start,
                start + 4_000_000,
                2 * MILLI,
                List.of(new StageCosts(MILLI, MILLI, 0)),
                Map.of("forward", 64L),
                2,
                4096,
                1.5,
                false,
                last ? 1.0 / (step + 1) : null);
    }
}
