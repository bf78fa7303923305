package io.penstock.orchestrator.worker;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the workers a few times a heartbeat, on a thread of its own. When that thread itself comes a heartbeat late,
 * this process got no processor time and has read no sign of life either: then nobody is given up.
 */
final class Watchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("worker-watchdog").factory());

    private final WorkerRegistry registry;
    private final Duration heartbeat;
    private long lastNanos = System.nanoTime();

    Watchdog(WorkerRegistry registry, Duration heartbeat) {
        this.registry = registry;
        this.heartbeat = heartbeat;
        long period = Math.max(1, heartbeat.toMillis() / 4);
        var _ = timer.scheduleAtFixedRate(this::tick, period, period, TimeUnit.MILLISECONDS);
    }

    private void tick() {
        long now = System.nanoTime();
        long passed = now - lastNanos;
        lastNanos = now;
        try {
            if (passed > heartbeat.toNanos()) {
                LOG.warn("looked at the workers after {} ms only: all are taken for alive", passed / 1_000_000);
                registry.excuseSilence();
            }
            registry.tick();
        } catch (RuntimeException e) {
            LOG.error("looking after the workers failed", e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
