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
import io.penstock.common.control.Reschedule;
import io.penstock.common.control.RunLength;
import io.penstock.common.control.Welcome;
import io.penstock.common.plan.Plan;
import io.penstock.common.wire.ClientOptions;
import io.penstock.common.wire.ControlClient;
import io.penstock.common.wire.WireTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
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

    private static final int RECORDED_FIRST = 4;

    private final String name;
    private final Script script;
    private final ScheduledExecutorService thread =
            new ScheduledThreadPoolExecutor(1, new ThreadPoolExecutor.DiscardPolicy());
    private final AtomicInteger releases = new AtomicInteger();
    private final ControlClient client;
    private final List<ControlMessage.Command> heard = new CopyOnWriteArrayList<>();
    private final Queue<Reschedule> changes = new ArrayDeque<>();
    private volatile Assign assign;
    private FakeStep plan;
    private long next;

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

    /** What it was told about jobs, in order. */
    public List<ControlMessage.Command> heard() {
        return heard;
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
            if (!(command instanceof Ping) && !(command instanceof Welcome)) {
                heard.add(command);
            }
            switch (command) {
                case Welcome welcome -> thread.execute(() -> welcome(welcome));
                case Ping ping ->
                    thread.execute(() -> client.send(
                            new Pong(ping.sequence(), ping.sentNanos(), System.nanoTime() + script.skewNanos())));
                case Assign assigned -> thread.execute(() -> assigned(assigned));
                case Reschedule change -> thread.execute(() -> changes.add(change));
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
        changes.clear();
        plan(assigned.plan());
        heartbeat();
        if (script.prepares()) {
            client.send(new Prepared(assigned.job(), assigned.attempt(), assigned.rank(), length(), 100));
        }
    }

    private void plan(Plan order) {
        plan = new FakeStep(order, script.costs().apply(order.table().stages().stages()));
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
        while (!changes.isEmpty() && changes.peek().fromStep() <= next) {
            plan(changes.remove().plan());
        }
        int every = assign.recordEvery();
        boolean recorded = every > 0 && (next < RECORDED_FIRST || next % every == 0);
        client.send(plan.report(assign, next++, script.skewNanos(), recorded));
        if (next == grant.length().steps()) {
            end();
        } else {
            var _ = thread.schedule(() -> granted(grant), script.stepMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private String unsaved() {
        return assign.modelFolder() == null ? null : "it trains nothing";
    }

    private void end() {
        if (assign.rank() == assign.peers().size() - 1) {
            client.send(new EvaluationReport(assign.job(), assign.attempt(), next, 4, 0.25, 0.75));
        }
        client.send(
                new Finished(assign.job(), assign.attempt(), assign.rank(), next, "hash-" + assign.rank(), unsaved()));
    }
}
