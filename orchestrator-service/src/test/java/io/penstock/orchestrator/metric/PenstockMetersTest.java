package io.penstock.orchestrator.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.penstock.common.simulate.Bubble;
import io.penstock.engine.job.JobReader;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.MemoryJobStore;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobChange;
import io.penstock.orchestrator.job.JobTrigger;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.Measurements;
import io.penstock.orchestrator.job.StepRow;
import io.penstock.orchestrator.plan.Planning;
import io.penstock.orchestrator.worker.WorkerRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PenstockMetersTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Jobs jobs = new Jobs(
            new MemoryJobStore(),
            event -> meters().happened(event),
            Clock.fixed(Instant.ofEpochSecond(1_700_000_000), ZoneOffset.UTC));
    private final PenstockMeters meters = new PenstockMeters(jobs, new WorkerRegistry(Duration.ofSeconds(1)), () -> 3);

    @BeforeEach
    void bind() {
        registry.config().commonTags("application", "test");
        meters.bindTo(registry);
    }

    @Test
    void metersOfTheClusterAreRead() {
        submit("a");
        assertThat(lines())
                .contains(
                        "penstock_jobs{state=\"PENDING\"} 1.0",
                        "penstock_jobs{state=\"FAILED\"} 0.0",
                        "penstock_workers{state=\"IDLE\"} 0.0",
                        "penstock_restarts_total{kind=\"worker\"} 3.0")
                .anyMatch(line -> line.startsWith("penstock_build_info{java=") && line.endsWith(" 1"));
        jobs.apply("a", JobChange.of(JobTrigger.STOP, null));
        assertThat(lines()).contains("penstock_jobs{state=\"PENDING\"} 0.0", "penstock_jobs{state=\"STOPPED\"} 1.0");
        jobs.delete("a");
        assertThat(lines()).contains("penstock_jobs{state=\"STOPPED\"} 0.0");
    }

    @Test
    void metersOfAJobAreReadAndDisappearWithIt() {
        run("a");
        jobs.record("a", List.of(row(1), row(2)), measured(0.5, new Bubble(0.25, 0.125)));
        assertThat(lines())
                .contains(
                        "penstock_job_info{job=\"a\",name=\"test\",schedule=\"1f1b\"} 1",
                        "penstock_job_ranks{job=\"a\"} 2.0",
                        "penstock_job_microbatches{job=\"a\"} 2.0",
                        "penstock_job_start_time_seconds{job=\"a\"} 1.7E9",
                        "penstock_job_progress_ratio{job=\"a\"} 0.25",
                        "penstock_job_remaining_seconds{job=\"a\"} 1.5",
                        "penstock_learning_rate{job=\"a\"} 0.125",
                        "penstock_validation_loss{job=\"a\"} 0.75",
                        "penstock_validation_accuracy_ratio{job=\"a\"} 0.875",
                        "penstock_steps_skipped_total{job=\"a\"} 1.0",
                        "penstock_loss{job=\"a\"} 0.5",
                        "penstock_gradient_norm{job=\"a\"} 2.0",
                        "penstock_samples_total{job=\"a\"} 16.0",
                        "penstock_step_duration_seconds_count{job=\"a\"} 2",
                        "penstock_step_duration_seconds_bucket{job=\"a\",le=\"0.004\"} 2",
                        "penstock_step_duration_seconds_bucket{job=\"a\",le=\"0.002\"} 0",
                        "penstock_bubble_ratio{definition=\"makespan\",job=\"a\"} 0.25",
                        "penstock_bubble_ratio{definition=\"span\",job=\"a\"} 0.125",
                        "penstock_bubble_predicted_ratio{definition=\"span\",job=\"a\",schedule=\"1f1b\"} 0.5",
                        "penstock_bubble_predicted_ratio{definition=\"makespan\",job=\"a\",schedule=\"1f1b\"} 0.75");
        jobs.record("a", List.of(row(3)), measured(0.25, new Bubble(0.25, 0.125)));
        assertThat(lines()).contains("penstock_loss{job=\"a\"} 0.25", "penstock_samples_total{job=\"a\"} 24.0");
        jobs.apply("a", JobChange.of(JobTrigger.ALL_FINISHED, null));
        assertThat(lines()).noneMatch(line -> line.contains("job=\"a\""));
    }

    @Test
    void predictionWhenScheduleChangesIsOfTheNewOneOnly() {
        run("a");
        jobs.record("a", List.of(row(1)), measured(0.5, new Bubble(0.25, 0.125)));
        jobs.reschedule(
                "a",
                Planning.plan(JobReader.read(JobText.of(2).replace("1f1b", "gpipe")), 10)
                        .plan(),
                2);
        assertThat(lines())
                .contains("penstock_job_info{job=\"a\",name=\"test\",schedule=\"gpipe\"} 1")
                .noneMatch(line -> line.contains("schedule=\"1f1b\""));
        jobs.record("a", List.of(row(2)), measured(0.5, new Bubble(0.25, 0.125)));
        assertThat(lines())
                .filteredOn(line -> line.startsWith("penstock_bubble_predicted_ratio{"))
                .hasSize(2)
                .allMatch(line -> line.contains("schedule=\"gpipe\""));
    }

    @Test
    void metersOfWhatIsNotKnownAreAbsent() {
        run("a");
        assertThat(lines())
                .contains("penstock_samples_total{job=\"a\"} 0.0", "penstock_steps_skipped_total{job=\"a\"} 0.0")
                .noneMatch(line -> line.startsWith("penstock_job_progress_ratio"));
        jobs.record("a", List.of(row(1)), measured(null, null));
        assertThat(lines())
                .noneMatch(line -> line.startsWith("penstock_loss"))
                .noneMatch(line -> line.startsWith("penstock_bubble_ratio"));
    }

    private PenstockMeters meters() {
        return meters;
    }

    /** What is scraped, without the tag that the application adds to every meter. */
    private List<String> lines() {
        return registry.scrape()
                .lines()
                .map(line -> line.replace("application=\"test\",", ""))
                .toList();
    }

    private void submit(String id) {
        var spec = JobReader.read(JobText.of(2));
        jobs.submit(Job.accepted(id, spec.name(), JobReader.write(spec), new Job.Request(null, id), Instant.now()));
    }

    private void run(String id) {
        submit(id);
        jobs.apply(
                id,
                JobChange.planned(
                        Planning.plan(JobReader.read(JobText.of(2)), 10).plan()));
        jobs.apply(id, JobChange.of(JobTrigger.ASSIGN, null));
        jobs.apply(id, JobChange.of(JobTrigger.WORKERS_READY, null));
    }

    private static StepRow row(long step) {
        boolean skipped = step == 2;
        return new StepRow(step, 0.5, 0.125, 2.0, 8, 2000, 0.004, skipped, null, null, List.of());
    }

    private static Measurements measured(@Nullable Double loss, @Nullable Bubble bubble) {
        var progress = new Measurements.Progress(2, 8, 1, 1L, 1.5);
        return new Measurements(
                progress,
                loss,
                0.75,
                0.875,
                null,
                2.0,
                2000.0,
                bubble,
                new Bubble(0.75, 0.5),
                100L,
                1,
                null,
                List.of());
    }
}
