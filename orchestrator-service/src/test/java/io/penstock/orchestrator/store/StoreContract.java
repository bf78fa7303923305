package io.penstock.orchestrator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.Plan;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.rule.FieldError;
import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobChange;
import io.penstock.orchestrator.job.JobState;
import io.penstock.orchestrator.job.JobStore;
import io.penstock.orchestrator.job.JobTrigger;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.Measurements;
import io.penstock.orchestrator.job.RecordedSteps;
import io.penstock.orchestrator.job.StepRow;
import io.penstock.orchestrator.plan.Planning;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import tools.jackson.databind.json.JsonMapper;

/** What every database that keeps jobs must do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreContract {

    static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration CLOCK = Duration.ofNanos(1000);

    private ConfigurableApplicationContext context;
    private JobStore store;
    private RecordedSteps timelines;
    private Jobs jobs;

    /** The settings of a database of this name, which is empty at first. */
    abstract List<String> database(String name);

    @BeforeAll
    void start(@TempDir Path folder) {
        prepare(folder);
        context = StoreOnly.start(folder, database("contract"));
        store = context.getBean(JobStore.class);
        timelines = context.getBean(RecordedSteps.class);
        jobs = new Jobs(store, event -> {}, Clock.tick(Clock.systemUTC(), CLOCK));
    }

    /** Is called once, before any database is asked for. */
    void prepare(Path folder) {}

    @AfterAll
    void end() {
        context.close();
    }

    @Test
    void restartWhenJobsWereAcceptedKeepsTheWaitingAndFailsTheRunning(@TempDir Path folder) {
        List<String> database = database("restart");
        try (Instance first = Instance.start(folder, database)) {
            Api api = first.api();
            first.worker(Script.good(1_000_000).slow(5));
            api.post("/jobs", JobText.of(1, "\"id\": \"running\","));
            await().atMost(PATIENCE).until(() -> first.state("running").equals("RUNNING"));
            await().atMost(PATIENCE)
                    .until(() -> !api.get("/jobs/running/metrics").json().isEmpty());
            api.post("/jobs", JobText.of(2, "\"id\": \"waiting\","), "Idempotency-Key", "k");
        }
        try (Instance second = Instance.start(folder, database)) {
            Api api = second.api();
            assertThat(second.state("running")).isEqualTo("FAILED");
            assertThat(api.get("/jobs/running").json().get("reason").asString())
                    .matches("the orchestrator was told to end in step \\d+: delete it and submit it again");
            assertThat(api.get("/jobs/running/metrics?to=3").json()).isNotEmpty();
            assertThat(api.get("/jobs/running/timeline?step=1", "Accept", "application/vnd.penstock.timeline+json")
                            .json()
                            .get("step")
                            .asLong())
                    .isEqualTo(1);
            assertThat(second.state("waiting")).isEqualTo("PENDING");
            assertThat(api.post("/jobs", JobText.of(2, "\"id\": \"waiting\","), "Idempotency-Key", "k")
                            .status())
                    .isEqualTo(202);
            second.worker(Script.good(3));
            second.worker(Script.good(3));
            await().atMost(PATIENCE).until(() -> second.state("waiting").equals("SUCCEEDED"));
        }
    }

    @Test
    void findWhenJobWasChangedHasAllOfIt() {
        Job accepted = job("whole", "a-key");
        jobs.submit(accepted);
        assertThat(store.find("whole")).hasValue(accepted);
        assertThat(store.findByRequestKey("a-key")).hasValue(accepted);

        Plan plan = plan();
        jobs.apply("whole", JobChange.planned(plan));
        List<FieldError> errors = List.of(new FieldError("/data/path", "Zeile 3: „ü\uD83D\uDE80\0“"));
        Job failed = jobs.apply("whole", JobChange.fault("a \0 byte and „\uD83D\uDE80“", errors));

        Job found = store.find("whole").orElseThrow();
        assertThat(found.plan()).isEqualTo(plan);
        assertThat(found.errors()).isEqualTo(errors);
        assertThat(found.reason()).isEqualTo("a \uFFFD byte and „\uD83D\uDE80“");
        assertThat(found.conditions().getLast().message()).isEqualTo(found.reason());
        assertThat(found.finishedAt()).isEqualTo(failed.finishedAt());
        assertThat(found.conditions())
                .extracting(it -> it.at())
                .isEqualTo(failed.conditions().stream().map(it -> it.at()).toList());
    }

    @Test
    void insertWhenKeyOrIdIsTakenIsRefusedAndTheStoreIsNotAway() {
        store.insert(job("one", "same"));
        for (Job second : List.of(job("two", "same"), job("one", "other"))) {
            assertThatThrownBy(() -> store.insert(second))
                    .isInstanceOf(DataIntegrityViolationException.class)
                    .satisfies(
                            e -> assertThat(store.isAway((RuntimeException) e)).isFalse());
        }
        assertThat(store.find("two")).isEmpty();
    }

    @Test
    void recordWhenRepeatedKeepsEveryStepOnceAndUpdateKeepsTheMeasurements() {
        jobs.submit(job("recorded", null));
        Measurements measured = measured(0.25);
        store.record("recorded", List.of(row(1), row(2)), measured(0.5));
        store.record("recorded", List.of(row(1), row(2), row(3)), measured);
        timelines.add("recorded", List.of(step(1)));
        timelines.add("recorded", List.of(step(1), step(2)));

        jobs.apply("recorded", JobChange.of(JobTrigger.STOP, null));

        assertThat(store.find("recorded").orElseThrow().measurements()).isEqualTo(measured);
        assertThat(store.rows("recorded", 1, Long.MAX_VALUE, 1, 10)).containsExactly(row(1), row(2), row(3));
        assertThat(store.rows("recorded", 2, 3, 1, 1)).containsExactly(row(2));
        assertThat(store.rows("recorded", 1, 3, 2, 10)).containsExactly(row(1), row(3));
        assertThat(timelines.numbers("recorded")).containsExactly(1L, 2L);
        assertThat(timelines.find("recorded", 2)).hasValue(step(2));
    }

    @Test
    void addWhenThereAreManyTimelinesKeepsTheFirstAndTheNewest() {
        jobs.submit(job("long", null));
        LongStream.rangeClosed(1, 100).forEach(step -> timelines.add("long", List.of(step(step))));

        assertThat(timelines.numbers("long"))
                .isEqualTo(LongStream.concat(LongStream.rangeClosed(1, 4), LongStream.rangeClosed(41, 100))
                        .boxed()
                        .toList());
        assertThat(timelines.newest("long", 2)).containsExactly(step(99), step(100));
    }

    @Test
    void deleteTakesEverythingOfTheJobAlong() {
        jobs.submit(job("gone", null));
        store.record("gone", List.of(row(1)), Measurements.NONE);
        timelines.add("gone", List.of(step(1)));

        assertThat(store.delete("gone")).isTrue();

        assertThat(store.delete("gone")).isFalse();
        assertThat(store.find("gone")).isEmpty();
        assertThat(store.rows("gone", 0, 9, 1, 9)).isEmpty();
        assertThat(timelines.numbers("gone")).isEmpty();
    }

    @Test
    void listsAreInOrderAndInPages() {
        long stopped = store.count(JobState.STOPPED);
        for (int i = 0; i < 5; i++) {
            jobs.submit(job("page-" + i, null));
        }
        assertThat(store.newest(2, 1)).extracting(Job::id).containsExactly("page-3", "page-2");
        assertThat(store.oldest(List.of(JobState.PENDING), Integer.MAX_VALUE))
                .extracting(Job::id)
                .containsSubsequence("page-0", "page-1", "page-2", "page-3", "page-4");
        assertThat(store.oldest(List.of(JobState.RUNNING, JobState.STARTING), 9))
                .isEmpty();

        jobs.apply("page-4", JobChange.of(JobTrigger.STOP, null));

        assertThat(store.count(JobState.STOPPED)).isEqualTo(stopped + 1);
    }

    private static Job job(String id, String key) {
        return Job.accepted(
                id,
                "„%s\uD83D\uDE80“".formatted(id),
                JsonMapper.shared().readTree(JobText.of(2)),
                new Job.Request(key, "hash"),
                Instant.now().truncatedTo(ChronoUnit.MICROS));
    }

    private static Plan plan() {
        return Planning.plan(JobReader.read(JobText.of(2)), 10).plan();
    }

    private static StepRow row(long step) {
        return new StepRow(step, 1.0 / 3, 0.1, null, 8, 2000, 0.004, false, null, null, List.of());
    }

    private static MeasuredStep step(long step) {
        return new MeasuredStep(step, "1f1b", List.of(new StageCosts(0.1, 0.2, 0)), null);
    }

    private static Measurements measured(double loss) {
        return new Measurements(null, loss, null, null, null, null, null, null, null, 7L, 0, "a\0b", List.of());
    }
}
