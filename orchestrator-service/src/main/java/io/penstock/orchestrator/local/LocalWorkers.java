package io.penstock.orchestrator.local;

import io.penstock.orchestrator.worker.WorkerRegistry;
import io.penstock.orchestrator.worker.WorkerRestarts;
import io.penstock.orchestrator.worker.WorkerSupply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts worker processes on this machine, side by side, and ends them all with itself. A process that ends before its
 * hello counts as a failure; after a few in a row nothing more is started until a demand has been told why.
 */
public final class LocalWorkers implements WorkerSupply, WorkerRestarts, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalWorkers.class);
    private static final Duration END = Duration.ofSeconds(3);
    private static final int TICK_MILLIS = 500;

    private final Policy policy;
    private final WorkerLauncher launcher;
    private final WorkerRegistry registry;
    private final Map<String, LocalProcess> processes = new HashMap<>();
    private final LongAdder restarts = new LongAdder();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("local-workers").factory());
    private int started;
    private int failures;
    private @Nullable String lastFailure;
    private boolean closed;

    /**
     * How many to start and when to give up.
     *
     * @param fixed a fixed number, empty for as many as are demanded
     * @param attempts failures in a row that end a demand
     * @param hello how long a process may take to its hello
     */
    record Policy(OptionalInt fixed, int attempts, Duration hello) {}

    LocalWorkers(Policy policy, WorkerLauncher launcher, WorkerRegistry registry) {
        this.policy = policy;
        this.launcher = launcher;
        this.registry = registry;
        start(policy.fixed().orElse(0), policy.fixed().orElse(1));
        var _ = timer.scheduleAtFixedRate(this::supervise, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized Answer demand(int count) {
        if (failures >= policy.attempts()) {
            failures = 0;
            return new Answer.Broken(String.valueOf(lastFailure));
        }
        if (policy.fixed().isEmpty()) {
            start(count - registry.census().alive() - coming(), count);
        }
        return new Answer.Coming(coming());
    }

    /** Starts under a name that had been used before, since this orchestrator started. */
    @Override
    public long restarts() {
        return restarts.sum();
    }

    private int coming() {
        return (int) processes.values().stream()
                .filter(process -> !registry.hasMet(process.worker(), process.id()))
                .count();
    }

    private synchronized void start(int count, int together) {
        for (int i = 0; i < count && !closed; i++) {
            String worker = "local-" + freeNumber();
            try {
                LocalProcess process = launcher.launch(worker, Math.max(together, 1));
                processes.put(worker, process);
                var _ = process.process().onExit().thenRun(() -> ended(process));
            } catch (IOException e) {
                fail("worker %s could not be started: %s".formatted(worker, e.getMessage()));
            }
        }
    }

    private int freeNumber() {
        int number = 1;
        while (processes.containsKey("local-" + number) || registry.isHere("local-" + number)) {
            number++;
        }
        if (number <= started) {
            restarts.increment();
        }
        started = Math.max(started, number);
        return number;
    }

    private void supervise() {
        List<LocalProcess> late = new ArrayList<>();
        synchronized (this) {
            processes.values().stream()
                    .filter(it -> !registry.hasMet(it.worker(), it.id()) && it.olderThan(policy.hello()))
                    .forEach(late::add);
            if (policy.fixed().isPresent() && failures < policy.attempts()) {
                start(
                        policy.fixed().getAsInt() - processes.size(),
                        policy.fixed().getAsInt());
            }
        }
        late.forEach(it -> it.process().destroyForcibly());
    }

    private synchronized void ended(LocalProcess process) {
        processes.remove(process.worker(), process);
        if (closed) {
            return;
        }
        if (registry.hasMet(process.worker(), process.id())) {
            failures = 0;
        } else {
            fail(process.obituary(policy.hello()));
        }
    }

    private void fail(String why) {
        failures++;
        lastFailure = why;
        LOG.warn("{}", why);
    }

    /** Ends all processes: first by closing their input, then by force. */
    @Override
    public void close() {
        List<LocalProcess> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(processes.values());
        }
        timer.shutdownNow();
        all.forEach(LocalProcess::closeInput);
        long deadline = System.nanoTime() + END.toNanos();
        all.forEach(process -> process.end(deadline));
    }
}
