package io.penstock.orchestrator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.penstock.common.control.Failed;
import io.penstock.common.control.Leaving;
import io.penstock.common.control.WorkReport;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.rule.FieldError;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import io.penstock.orchestrator.job.IllegalTransitionException;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobChange;
import io.penstock.orchestrator.job.JobEvent;
import io.penstock.orchestrator.job.JobState;
import io.penstock.orchestrator.job.JobTransitions;
import io.penstock.orchestrator.job.JobTransitions.Transition;
import io.penstock.orchestrator.job.JobTrigger;
import io.penstock.orchestrator.job.StepRow;
import io.penstock.orchestrator.job.WorkerShare;
import io.penstock.orchestrator.worker.WorkerSupply;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Jobs from submission to their end, with workers that speak the real protocol. All transitions must have been taken. */
class JobQueueTest extends QueueWithWorkers {

    private static final Set<Transition> TAKEN = ConcurrentHashMap.newKeySet();

    @AfterAll
    static void everyTransitionWasTaken() {
        assertThat(TAKEN).containsExactlyInAnyOrderElementsOf(JobTransitions.TABLE);
    }

    @Test
    void runWhenAllWorkersFinishSucceeds() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        work(2, Script.good(40));
        submit("a", 2);
        Job job = awaitState("a", JobState.SUCCEEDED);
        assertThat(job.conditions().stream().map(it -> it.type()))
                .containsExactly(
                        JobState.PENDING, JobState.PLANNED, JobState.STARTING, JobState.RUNNING, JobState.SUCCEEDED);
        assertThat(jobs.rows("a", 1, 1000, 1000).stream().map(StepRow::step))
                .isEqualTo(IntStream.rangeClosed(1, 40).mapToObj(Long::valueOf).toList());
        var measured = job.measurements();
        assertThat(measured.progress().step()).isEqualTo(40);
        assertThat(measured.progress().remainingSeconds()).isZero();
        assertThat(measured.loss()).isEqualTo(1.0 / 40);
        assertThat(measured.validationAccuracy()).isEqualTo(0.75);
        assertThat(measured.parameters()).isEqualTo(200);
        assertThat(measured.workers().stream().map(WorkerShare::weightsHash)).containsExactly("hash-0", "hash-1");
        assertThat(measured.samplesPerSecond() * measured.workers().getFirst().stepSeconds())
                .isCloseTo(8, within(1e-9));
    }

    @Test
    void runWhenTwoJobsWaitTakesThemInOrder() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        submit("first", 2);
        submit("second", 1);
        awaitReason("first", "needs 2 workers, 0 idle");
        assertThat(jobs.get("second").reason()).isNull();
        work(2, Script.good(3));
        awaitState("first", JobState.SUCCEEDED);
        awaitState("second", JobState.SUCCEEDED);
        assertThat(jobs.get("second").startedAt()).isAfter(jobs.get("first").startedAt());
    }

    @Test
    void reasonWhenWorkersAreBusyNamesTheirJob() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        work(2, Script.good(1_000_000).slow(5));
        submit("long", 2);
        awaitState("long", JobState.RUNNING);
        submit("next", 1);
        awaitReason("next", "needs 1 workers, 0 idle, 2 busy with job long");
    }

    @Test
    void runWhenWorkerDiesFailsAndFreesTheOthers() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        worker("w-1", Script.good(1000).slow(1));
        worker("w-2", Script.good(1000).slow(1).dyingAt(17));
        submit("a", 2);
        Job job = awaitState("a", JobState.FAILED);
        assertThat(job.reason())
                .contains("worker w-2 (rank 1) was lost in step 18")
                .contains("last seen at action 1F0");
        assertThat(job.measurements().workers().get(1).state()).isEqualTo(WorkerShare.State.LOST);
        awaitIdle(1);
        submit("b", 1);
        awaitReason("b", null);
    }

    @Test
    void runWhenNeighbourComplainsFirstBlamesTheLostWorker() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        worker("w-1", Script.good(1000).failingAt(3, 1));
        worker("w-2", Script.good(1000).slow(100).dyingAt(5));
        submit("a", 2);
        assertThat(awaitState("a", JobState.FAILED).reason()).startsWith("worker w-2 (rank 1) was lost in step 6");
    }

    @Test
    void runWhenWorkerBlamesItselfTellsItsReason() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        worker("w-1", Script.good(10));
        worker("w-2", Script.good(10).failingAt(2, -1));
        submit("a", 2);
        assertThat(awaitState("a", JobState.FAILED).reason())
                .isEqualTo("worker w-2 (rank 1) failed in step 3 at action 1F0: it was told to");
    }

    @Test
    void runWhenWorkerNeverGetsReadyFailsAndNamesIt() {
        start(Duration.ofMillis(300), Duration.ofSeconds(10));
        worker("w-1", Script.good(10));
        worker("w-2", Script.good(10).neverReady());
        submit("a", 2);
        assertThat(awaitState("a", JobState.FAILED).reason()).startsWith("worker w-2 (rank 1) did not get ready");
        awaitIdle(2);
    }

    @Test
    void runWhenWorkerSaysThatItStillLoadsWaitsForIt() {
        start(Duration.ofMillis(1500), Duration.ofSeconds(10));
        worker("w-1", Script.good(10).neverReady());
        submit("a", 1);
        awaitState("a", JobState.STARTING);
        await().during(Duration.ofMillis(2200)).atMost(PATIENCE).until(() -> {
            workers.getFirst().send(new WorkReport("a", 1, "tokenising, bytes", 5, 8));
            return jobs.get("a").state() == JobState.STARTING;
        });
        assertThat(awaitState("a", JobState.FAILED).reason()).contains("did not get ready");
        assertThat(events).contains(new JobEvent.Worked("a", "tokenising, bytes", 5, 8));
    }

    @Test
    void runWhenWorkerStallsFailsAtTheStepDeadline() {
        start(Duration.ofSeconds(10), Duration.ofMillis(500));
        worker("w-1", Script.good(10));
        worker("w-2", Script.good(10).stallingAt(4));
        submit("a", 2);
        assertThat(awaitState("a", JobState.FAILED).reason()).contains("w-2 (rank 1) did not report step 5");
    }

    @Test
    void runWhenOldReportsArriveIgnoresThem() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        worker("w-1", Script.good(6).slow(20));
        submit("a", 1);
        awaitState("a", JobState.RUNNING);
        workers.getFirst().send(new Failed("a", 99, 0, 0, null, null, -1, "of another attempt"));
        workers.getFirst().send(new Failed("b", 1, 0, 0, null, null, -1, "of another job"));
        awaitState("a", JobState.SUCCEEDED);
    }

    @Test
    void runWhenWorkerNamesAFieldTellsItsPointer() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        worker("w-1", Script.good(10).neverReady());
        submit("a", 1);
        awaitState("a", JobState.STARTING);
        workers.getFirst().send(new Failed("a", 1, 0, -1, null, "/data/path", -1, "row 3 has NaN: correct it"));
        Job job = awaitState("a", JobState.FAILED);
        assertThat(job.reason())
                .isEqualTo("worker w-1 (rank 0) failed before its first step: row 3 has NaN: correct it");
        assertThat(job.errors()).containsExactly(new FieldError("/data/path", "row 3 has NaN: correct it"));
    }

    @Test
    void runWhenTheStoreFailsFailsTheJobAndFreesItsWorkers() {
        store.refuse(JobState.STARTING);
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        work(2, Script.good(3));
        submit("a", 2);
        assertThat(awaitState("a", JobState.FAILED).reason()).contains("the orchestrator failed", "no space left");
        awaitIdle(2);
    }

    @Test
    void runWhenAWorkerIsToldToEndFailsByItsNameAndFreesTheOthers() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        work(2, Script.good(1_000_000).slow(1));
        submit("a", 2);
        awaitState("a", JobState.RUNNING);
        workers.getLast().send(new Leaving("it was told to end (SIGTERM)"));
        Job job = awaitState("a", JobState.FAILED);
        assertThat(job.reason())
                .startsWith("worker w-2 (rank 1) left in step ")
                .endsWith(": it was told to end (SIGTERM)");
        assertThat(job.measurements().workers().get(1).state()).isEqualTo(WorkerShare.State.LEFT);
        awaitIdle(1);
    }

    @Test
    void closeWhenJobsRunAndWaitFailsTheRunningWithItsStepAndKeepsTheWaiting() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        work(2, Script.good(1_000_000).slow(1));
        submit("running", 1);
        awaitState("running", JobState.RUNNING);
        submit("starting", 1);
        await().atMost(PATIENCE).until(() -> jobs.get("starting").state() != JobState.PENDING);
        submit("waiting", 1);
        awaitReason("waiting", "needs 1 workers, 0 idle, 1 busy with job running, 1 busy with job starting");

        queue.close();

        assertThat(jobs.get("running").state()).isEqualTo(JobState.FAILED);
        assertThat(jobs.get("running").reason())
                .matches("the orchestrator was told to end in step \\d+: submit it again");
        assertThat(jobs.get("running").conditions().getLast().message())
                .isEqualTo(jobs.get("running").reason());
        assertThat(jobs.get("starting").state()).isEqualTo(JobState.FAILED);
        assertThat(jobs.get("waiting").state()).isEqualTo(JobState.PENDING);
        awaitIdle(2);
    }

    @Test
    void stopWhenJobWaitsStopsIt() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        submit("a", 2);
        assertThat(queue.stop("a").state()).isEqualTo(JobState.STOPPED);
        assertThat(queue.stop("a").state()).isEqualTo(JobState.STOPPED);
    }

    @Test
    void stopWhenJobIsBeingPlannedReleasesItsWorkers() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        work(4, Script.good(1_000_000).slow(5));
        String body = JobText.parallel("{\"pipeline\": 4, \"microBatches\": 128}")
                .replace("[8, 8, 8]", Collections.nCopies(40, 8).toString())
                .replace("\"batchSize\": 8", "\"batchSize\": 128");
        submit("a", JobReader.read(body));
        await().atMost(PATIENCE).until(() -> registry.census().idle() == 0);
        queue.stop("a");
        awaitState("a", JobState.STOPPED);
        awaitIdle(4);
    }

    @Test
    void stopWhenJobStartsOrRunsReleasesItsWorkers() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        worker("w-1", Script.good(1_000_000).slow(5).neverReady());
        submit("a", 1);
        awaitState("a", JobState.STARTING);
        queue.stop("a");
        awaitState("a", JobState.STOPPED);
        awaitIdle(1);
        workers.getFirst().close();
        await().atMost(PATIENCE).until(() -> registry.census().idle() == 0);
        worker("w-2", Script.good(1_000_000).slow(5));
        submit("b", 1);
        awaitState("b", JobState.RUNNING);
        queue.stop("b");
        assertThat(awaitState("b", JobState.STOPPED).reason()).startsWith("stopped by request after");
        await().atMost(PATIENCE).until(() -> workers.getLast().releases() == 1);
    }

    @Test
    void stopWhenJobHasSucceededIsRefused() {
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        work(1, Script.good(1));
        submit("a", 1);
        awaitState("a", JobState.SUCCEEDED);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(() -> queue.stop("a"))
                        .isInstanceOf(IllegalTransitionException.class)
                        .hasMessage("job a is SUCCEEDED, so \"stop\" is not possible"));
    }

    @Test
    void waitingJobWhenNoWorkerCanStartFailsWithTheReason() {
        supply = count -> new WorkerSupply.Answer.Broken("worker local-1 ended with exit code 3");
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        submit("a", 2);
        assertThat(awaitState("a", JobState.FAILED).reason()).isEqualTo("worker local-1 ended with exit code 3");
    }

    @Test
    void startWhenJobsWereRunningFailsThemAndKeepsTheWaiting() {
        for (JobState state : List.of(JobState.PLANNED, JobState.STARTING, JobState.RUNNING, JobState.PENDING)) {
            submit(state.name(), 2);
        }
        advance("PLANNED", JobTrigger.PLAN);
        advance("STARTING", JobTrigger.PLAN, JobTrigger.ASSIGN);
        advance("RUNNING", JobTrigger.PLAN, JobTrigger.ASSIGN, JobTrigger.WORKERS_READY);
        start(Duration.ofSeconds(10), Duration.ofSeconds(10));
        assertThat(jobs.get("PENDING").state()).isEqualTo(JobState.PENDING);
        assertThat(jobs.get("RUNNING").state()).isEqualTo(JobState.FAILED);
        assertThat(jobs.get("RUNNING").reason()).contains("the orchestrator restarted while the job was RUNNING");
        assertThat(jobs.get("STARTING").state()).isEqualTo(JobState.FAILED);
        assertThat(jobs.get("PLANNED").state()).isEqualTo(JobState.FAILED);
    }

    @Test
    void applyWhenTransitionIsNotInTheTableIsRefused() {
        submit("a", 1);
        Set<JobTrigger> legal = new HashSet<>();
        JobTransitions.TABLE.stream()
                .filter(line -> line.from() == JobState.PENDING)
                .forEach(line -> legal.add(line.trigger()));
        for (JobTrigger trigger : JobTrigger.values()) {
            if (!legal.contains(trigger)) {
                assertThatThrownBy(() -> jobs.apply("a", JobChange.of(trigger, null)))
                        .isInstanceOf(IllegalTransitionException.class);
            }
        }
        assertThat(jobs.get("a").state()).isEqualTo(JobState.PENDING);
    }

    @Override
    void happened(JobEvent event) {
        if (event instanceof JobEvent.Changed(JobState from, Job now) && from != null && from != now.state()) {
            JobTransitions.TABLE.stream()
                    .filter(line -> line.from() == from && line.to() == now.state())
                    .filter(line -> line.trigger()
                            == JobTrigger.ORCHESTRATOR_RESTART
                            == String.valueOf(now.reason()).contains("restarted"))
                    .forEach(TAKEN::add);
        }
        super.happened(event);
    }

    private void submit(String id, int pipeline) {
        submit(id, JobReader.read(JobText.of(pipeline)));
    }

    private void advance(String id, JobTrigger... triggers) {
        for (JobTrigger trigger : triggers) {
            jobs.apply(id, JobChange.of(trigger, null));
        }
    }

    private void awaitReason(String id, String reason) {
        await().atMost(PATIENCE).until(() -> Objects.equals(jobs.get(id).reason(), reason));
    }
}
