package io.penstock.orchestrator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.penstock.engine.job.JobReader;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobState;
import io.penstock.orchestrator.job.StepRow;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A store that goes away while jobs run, and comes back. */
class StoreOutageTest extends QueueWithWorkers {

    @BeforeEach
    void start() {
        start(Duration.ofSeconds(20), Duration.ofSeconds(20));
    }

    @Test
    void runWhenTheStoreGoesAwayGoesOnAndLosesNoStep() {
        submit(Script.good(1_000_000).slow(1));
        await().atMost(PATIENCE).until(() -> !rows().isEmpty());

        beAwayFor(3);

        int before = rows().size();
        await().atMost(PATIENCE).until(() -> rows().size() > before);
        queue.stop("a");
        awaitState("a", JobState.STOPPED);
        assertComplete(rows());
    }

    @Test
    void runWhenTheStoreIsAwayAtItsEndStoresTheEndLater() {
        submit(Script.good(400).slow(1));

        beAwayFor(3);

        awaitState("a", JobState.SUCCEEDED);
        assertThat(rows()).hasSize(400);
        assertComplete(rows());
    }

    @Test
    void runWhenItsEndCannotBeStoredIsFailedAsSoonAsItCan() {
        submit(Script.good(1_000_000).slow(1));
        store.refuse(JobState.STOPPED);
        queue.stop("a");

        Job job = awaitState("a", JobState.FAILED);

        assertThat(job.reason()).isEqualTo("the job store failed while the job was RUNNING: submit it again");
        awaitIdle(1);
    }

    private void submit(Script script) {
        work(1, script);
        submit("a", JobReader.read(JobText.of(1)));
        awaitState("a", JobState.RUNNING);
    }

    private void beAwayFor(int calls) {
        int before = store.refusals();
        store.away(true);
        await().atMost(PATIENCE).until(() -> store.refusals() >= before + calls);
        store.away(false);
    }

    private List<StepRow> rows() {
        return jobs.rows("a", 1, Long.MAX_VALUE, Integer.MAX_VALUE);
    }

    private static void assertComplete(List<StepRow> rows) {
        assertThat(rows.stream().map(StepRow::step))
                .isEqualTo(LongStream.rangeClosed(1, rows.size()).boxed().toList());
    }
}
