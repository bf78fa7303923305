package io.penstock.stage.metric;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.penstock.common.control.Hello;
import io.penstock.common.wire.TensorKind;
import io.penstock.stage.network.TransferListener;
import io.penstock.stage.runtime.StepOutcome;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** All meters of a worker. Series of a job carry its id and disappear with it; all carry the worker's name. */
public final class WorkerMeters {

    private static final String BUSY = "penstock.worker.busy.seconds";
    private static final String IDLE = "penstock.worker.idle.seconds";

    /** From 16 µs to 16 s, each bound twice the one before. */
    private static final Duration[] TRANSFER_BUCKETS = IntStream.range(4, 25)
            .mapToObj(power -> Duration.of(1L << power, ChronoUnit.MICROS))
            .toArray(Duration[]::new);

    private final MeterRegistry registry;

    /** @param registry with the filter {@link #named} */
    public WorkerMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Labels every series of the process, those of the JVM too. */
    public static MeterFilter named(String worker) {
        return MeterFilter.commonTags(Tags.of("worker", worker));
    }

    /** Tells what this worker is; there is no more to know after its start. */
    public void introduce(Hello hello) {
        Gauge.builder("penstock.worker.info", () -> 1)
                .description("What the worker computes on")
                .tags("backend", hello.backend(), "device", hello.device())
                .register(registry);
        Gauge.builder("penstock.worker.memory.bytes", hello::memoryBytes)
                .description("Memory that the device can give to tensors")
                .register(registry);
        Gauge.builder("penstock.worker.gemm.flops", () -> hello.gigaflops() * 1e9)
                .description("Floating-point operations a second of a matrix product, measured at the start")
                .register(registry);
        Gauge.builder("penstock.build.info", () -> 1)
                .description("Which program this is")
                .tags("version", version(), "java", System.getProperty("java.version"))
                .register(registry);
    }

    private static String version() {
        return Objects.requireNonNullElse(WorkerMeters.class.getPackage().getImplementationVersion(), "development");
    }

    /** The series of one job; closing removes them. */
    public Job job(String name) {
        return new Job(Tags.of("job", name));
    }

    /** What one job reports while it runs on this worker. */
    public final class Job implements TransferListener, AutoCloseable {

        private final Tags tags;
        private final Queue<Meter.Id> meters = new ConcurrentLinkedQueue<>();
        private final Counter forwardBytes;
        private final Counter backwardBytes;
        private final Timer transfers;
        private volatile int microBatches;
        private volatile long activationBytes;

        private Job(Tags tags) {
            this.tags = tags;
            this.forwardBytes = sentBytes("forward");
            this.backwardBytes = sentBytes("backward");
            this.transfers = kept(Timer.builder("penstock.tensor.transfer.seconds")
                    .description("Time from sending a tensor until the socket had taken its last byte")
                    .serviceLevelObjectives(TRANSFER_BUCKETS)
                    .tags(tags)
                    .register(registry));
            kept(Gauge.builder("penstock.microbatches.in.flight", () -> microBatches)
                    .description("Most micro-batches between forward and backward in the last step")
                    .tags(tags)
                    .register(registry));
            kept(Gauge.builder("penstock.activation.bytes", () -> activationBytes)
                    .description("Most bytes of stashed activations in the last step")
                    .tags(tags)
                    .register(registry));
        }

        private Counter sentBytes(String direction) {
            return kept(Counter.builder("penstock.tensor.sent.bytes")
                    .description("Payload bytes sent to peers")
                    .tags(tags.and("direction", direction))
                    .register(registry));
        }

        /** Adds a finished training step. */
        public void record(StepOutcome outcome) {
            outcome.busySeconds().forEach((action, seconds) -> time(BUSY, "action", action, seconds));
            outcome.idleSeconds().forEach((cause, seconds) -> time(IDLE, "cause", cause, seconds));
            forwardBytes.increment((double) outcome.sentForwardBytes());
            backwardBytes.increment((double) outcome.sentBackwardBytes());
            microBatches = outcome.peakMicroBatches();
            activationBytes = outcome.activationBytes();
        }

        private void time(String name, String label, String value, double seconds) {
            kept(Counter.builder(name)
                            .description("Seconds of training steps by " + label)
                            .tags(tags.and(label, value))
                            .register(registry))
                    .increment(seconds);
        }

        @Override
        public void sent(TensorKind kind, long bytes, long nanos) {
            transfers.record(nanos, TimeUnit.NANOSECONDS);
        }

        private <T extends Meter> T kept(T meter) {
            if (!meters.contains(meter.getId())) {
                meters.add(meter.getId());
            }
            return meter;
        }

        @Override
        public void close() {
            List.copyOf(meters).forEach(registry::remove);
        }
    }
}
