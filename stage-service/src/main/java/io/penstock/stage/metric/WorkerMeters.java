package io.penstock.stage.metric;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.penstock.common.wire.TensorKind;
import io.penstock.stage.network.TransferListener;
import io.penstock.stage.runtime.StepOutcome;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** All meters of a worker. Series carry job and worker and disappear with the job. */
public final class WorkerMeters {

    private static final String BUSY = "penstock.worker.busy.seconds";
    private static final String IDLE = "penstock.worker.idle.seconds";

    private final MeterRegistry registry;
    private final String worker;

    public WorkerMeters(MeterRegistry registry, String worker) {
        this.registry = registry;
        this.worker = worker;
    }

    /** The series of one job; closing removes them. */
    public Job job(String name) {
        return new Job(Tags.of("job", name, "worker", worker));
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
                    .publishPercentileHistogram()
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
