package io.penstock.orchestrator.worker;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks after the workers a few times a heartbeat, on a thread of its own. */
final class Watchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("worker-watchdog").factory());

    Watchdog(WorkerRegistry registry, Duration heartbeat) {
        long period = Math.max(1, heartbeat.toMillis() / 4);
        var _ = timer.scheduleAtFixedRate(() -> tick(registry), period, period, TimeUnit.MILLISECONDS);
    }

    private static void tick(WorkerRegistry registry) {
        try {
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
