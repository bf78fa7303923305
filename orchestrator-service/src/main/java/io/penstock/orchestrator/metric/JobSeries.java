package io.penstock.orchestrator.metric;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.penstock.common.simulate.Bubble;
import io.penstock.orchestrator.job.Measurements;
import io.penstock.orchestrator.job.StepRow;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The series of one running job. A value appears once it is known; all disappear with {@link #close}. */
final class JobSeries implements AutoCloseable {

    private static final Duration[] STEP_BUCKETS = IntStream.range(0, 17)
            .mapToObj(power -> Duration.ofMillis(1L << power))
            .toArray(Duration[]::new);

    private static final String PREDICTED = "penstock.bubble.predicted.ratio";

    private final MeterRegistry registry;
    private final Tags job;
    private String schedule;
    private final Timer stepDuration;
    private final Counter samples;
    private final Map<Meter.Id, Double> values = new HashMap<>();

    JobSeries(MeterRegistry registry, String job, String schedule) {
        this.registry = registry;
        this.job = Tags.of("job", job);
        this.schedule = schedule;
        this.stepDuration = Timer.builder("penstock.step.duration")
                .description("Time of one training step")
                .serviceLevelObjectives(STEP_BUCKETS)
                .tags(this.job)
                .register(registry);
        this.samples = Counter.builder("penstock.samples")
                .description("Samples trained on")
                .tags(this.job)
                .register(registry);
    }

    /** What was predicted for the former schedule disappears. */
    synchronized void reschedule(String next) {
        schedule = next;
        List<Meter.Id> former = values.keySet().stream()
                .filter(id -> id.getName().equals(PREDICTED))
                .toList();
        former.forEach(registry::remove);
        former.forEach(values::remove);
    }

    synchronized void stepped(List<StepRow> rows, Measurements now) {
        for (StepRow row : rows) {
            stepDuration.record(Duration.ofNanos((long) (row.seconds() * 1e9)));
            samples.increment(row.samples());
        }
        gauge("penstock.loss", "Loss of the newest step", job, now.loss());
        gauge("penstock.gradient.norm", "Global gradient norm before clipping", job, now.gradientNorm());
        bubble("penstock.bubble.ratio", "Idle share of a step, measured", job, now.bubble());
        bubble(PREDICTED, "Idle share of a step, simulated", job.and("schedule", schedule), now.predictedBubble());
    }

    private void bubble(String name, String description, Tags tags, @Nullable Bubble bubble) {
        if (bubble != null) {
            gauge(name, description, tags.and("definition", "makespan"), bubble.makespan());
            gauge(name, description, tags.and("definition", "span"), bubble.span());
        }
    }

    private synchronized void gauge(String name, String description, Tags tags, @Nullable Double value) {
        Meter.Id id = new Meter.Id(name, tags, null, description, Meter.Type.GAUGE);
        if (value != null && values.put(id, value) == null) {
            Gauge.builder(name, () -> valueOf(id))
                    .description(description)
                    .tags(tags)
                    .register(registry);
        }
    }

    private synchronized double valueOf(Meter.Id id) {
        return values.getOrDefault(id, Double.NaN);
    }

    @Override
    public synchronized void close() {
        registry.remove(stepDuration);
        registry.remove(samples);
        values.keySet().forEach(registry::remove);
    }
}
