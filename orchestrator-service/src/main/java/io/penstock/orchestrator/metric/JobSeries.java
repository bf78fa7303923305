package io.penstock.orchestrator.metric;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.penstock.common.plan.Plan;
import io.penstock.common.simulate.Bubble;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.Measurements;
import io.penstock.orchestrator.job.StepRow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The series of one running job. A value appears once it is known; all disappear with {@link #close}. */
final class JobSeries implements AutoCloseable {

    private static final Duration[] STEP_BUCKETS = IntStream.range(0, 17)
            .mapToObj(power -> Duration.ofMillis(1L << power))
            .toArray(Duration[]::new);

    private static final String INFO = "penstock.job.info";
    private static final String PREDICTED = "penstock.bubble.predicted.ratio";

    private final MeterRegistry registry;
    private final Tags job;
    private final String name;
    private final Timer stepDuration;
    private final Counter samples;
    private final Counter skipped;
    private final Map<Meter.Id, Double> values = new HashMap<>();
    private Tags schedule;

    JobSeries(MeterRegistry registry, Job started, Plan plan) {
        this.registry = registry;
        this.job = Tags.of("job", started.id());
        this.name = Objects.requireNonNullElse(started.name(), started.id());
        this.schedule = job.and("schedule", plan.schedule());
        this.stepDuration = Timer.builder("penstock.step.duration")
                .description("Time of one training step")
                .serviceLevelObjectives(STEP_BUCKETS)
                .tags(job)
                .register(registry);
        this.samples = counter("penstock.samples", "Samples trained on");
        this.skipped = counter("penstock.steps.skipped", "Steps in which a gradient was not finite");
        gauge("penstock.job.ranks", "Workers of the pipeline", job, (double)
                plan.table().stages().ranks());
        gauge("penstock.job.microbatches", "Slices of one step's batch", job, (double)
                plan.table().microBatches());
        gauge("penstock.job.start.time.seconds", "When it began to train, in Unix time", job, unixTime(started));
        describe();
    }

    private static @Nullable Double unixTime(Job started) {
        Instant at = started.startedAt();
        return at == null ? null : at.toEpochMilli() / 1e3;
    }

    private Counter counter(String meter, String description) {
        return Counter.builder(meter).description(description).tags(job).register(registry);
    }

    private void describe() {
        gauge(INFO, "Name and schedule of the job", schedule.and("name", name), 1.0);
    }

    /** What was predicted for the former schedule disappears. */
    synchronized void reschedule(String next) {
        schedule = job.and("schedule", next);
        List<Meter.Id> former = values.keySet().stream()
                .filter(id -> id.getName().equals(PREDICTED) || id.getName().equals(INFO))
                .toList();
        former.forEach(registry::removeByPreFilterId);
        former.forEach(values::remove);
        describe();
    }

    synchronized void stepped(List<StepRow> rows, Measurements now) {
        for (StepRow row : rows) {
            stepDuration.record(Duration.ofNanos((long) (row.seconds() * 1e9)));
            samples.increment(row.samples());
            skipped.increment(row.skipped() ? 1 : 0);
            gauge("penstock.learning.rate", "Learning rate of the newest step", job, row.learningRate());
        }
        gauge("penstock.loss", "Loss of the newest step", job, now.loss());
        gauge("penstock.gradient.norm", "Global gradient norm before clipping", job, now.gradientNorm());
        gauge("penstock.validation.loss", "Loss of the held-out samples", job, now.validationLoss());
        gauge(
                "penstock.validation.accuracy.ratio",
                "Share of the held-out samples that were right",
                job,
                now.validationAccuracy());
        bubble("penstock.bubble.ratio", "Idle share of a step, measured", job, now.bubble());
        bubble(PREDICTED, "Idle share of a step, simulated", schedule, now.predictedBubble());
        progress(now.progress());
    }

    private void progress(Measurements.@Nullable Progress progress) {
        if (progress != null) {
            gauge(
                    "penstock.job.progress.ratio",
                    "Share of the steps that are done",
                    job,
                    (double) progress.step() / progress.steps());
            gauge("penstock.job.remaining.seconds", "Expected time to the last step", job, progress.remainingSeconds());
        }
    }

    private void bubble(String meter, String description, Tags tags, @Nullable Bubble bubble) {
        if (bubble != null) {
            gauge(meter, description, tags.and("definition", "makespan"), bubble.makespan());
            gauge(meter, description, tags.and("definition", "span"), bubble.span());
        }
    }

    private synchronized void gauge(String meter, String description, Tags tags, @Nullable Double value) {
        Meter.Id id = new Meter.Id(meter, tags, null, description, Meter.Type.GAUGE);
        if (value != null && values.put(id, value) == null) {
            Gauge.builder(meter, () -> valueOf(id))
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
        List.of(stepDuration, samples, skipped).forEach(registry::remove);
        values.keySet().forEach(registry::removeByPreFilterId);
    }
}
