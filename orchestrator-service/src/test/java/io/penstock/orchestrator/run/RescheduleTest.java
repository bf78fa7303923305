package io.penstock.orchestrator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.Grant;
import io.penstock.common.control.Reschedule;
import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.Plan;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.job.ScheduleChoice;
import io.penstock.orchestrator.fake.FakeWorker;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobEvent;
import io.penstock.orchestrator.job.JobState;
import io.penstock.orchestrator.job.StepRow;
import io.penstock.orchestrator.plan.LayerEstimate;
import io.penstock.orchestrator.plan.RescheduleRefusedException;
import io.penstock.orchestrator.plan.Rescheduling;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Running jobs that go on with another order of their actions. */
class RescheduleTest extends QueueWithWorkers {

    private static final int RANKS = 3;

    /** Seconds, beside which it does not count how exactly the clocks of busy threads are known. */
    private static final PipelineCosts COSTS =
            new PipelineCosts(Collections.nCopies(RANKS, new StageCosts(1, 1, 0)), Link.INSTANT);

    @BeforeEach
    void start() {
        start(PATIENCE, PATIENCE);
    }

    @Test
    void rescheduleWhenJobRunsIsSaidToAllRanksBeforeThatStepIsGranted() throws Exception {
        submit(2000, false, "1f1b");
        Plan plan = plan("gpipe");

        long from = queue.reschedule("a", plan);

        awaitStep(from + 40);
        for (FakeWorker worker : workers) {
            List<ControlMessage.Command> heard = List.copyOf(worker.heard());
            int said = heard.indexOf(new Reschedule("a", 1, from - 1, plan));
            assertThat(said).as(worker.name()).isPositive();
            assertThat(granted(heard.subList(0, said))).last().isEqualTo(from - 1);
            assertThat(granted(heard.subList(said, heard.size()))).allMatch(step -> step > from - 1);
        }
        assertThat(jobs.get("a").plan()).isEqualTo(plan);
        assertThat(events).contains(new JobEvent.Rescheduled("a", "gpipe", from));
        queue.stop("a");
        awaitState("a", JobState.STOPPED);
        assertThat(timelines.numbers("a")).anyMatch(step -> step < from).anyMatch(step -> step >= from);
        for (long step : timelines.numbers("a")) {
            assertThat(timelines.find("a", step).orElseThrow().executed(plan.table()))
                    .as("step %d, changed from %d on", step, from)
                    .isEqualTo(step >= from);
        }
    }

    @Test
    void predictionWhenScheduleChangesIsTheNewOnesFromThatStepOn() throws Exception {
        submit(2000, false, "naive");
        awaitStep(40);

        long from = queue.reschedule("a", plan("gpipe"));

        awaitStep(from + 8);
        List<StepRow> rows = jobs.rows("a", from - 1, from, 2);
        double before = rows.getFirst().predictedBubble().makespan();
        double after = rows.getLast().predictedBubble().makespan();
        assertThat(before).isCloseTo(2.0 / 3, within(1e-3));
        assertThat(after).isCloseTo(1.0 / 3, within(1e-3));
        assertThat(rows.getLast().bubble().makespan()).isCloseTo(1.0 / 3, within(0.02));
    }

    @Test
    void rescheduleWhenAskedTwiceInARowBothHold() throws Exception {
        submit(2000, false, "1f1b");

        long first = queue.reschedule("a", plan("gpipe"));
        long second = queue.reschedule("a", plan("naive"));

        assertThat(second).isGreaterThanOrEqualTo(first);
        awaitStep(second + 40);
        assertThat(jobs.get("a").plan().schedule()).isEqualTo("naive");
        long recorded = timelines.numbers("a").getLast();
        assertThat(recorded).isGreaterThanOrEqualTo(second);
        assertThat(timelines
                        .find("a", recorded)
                        .orElseThrow()
                        .executed(plan("naive").table()))
                .isTrue();
    }

    @Test
    void rescheduleWhenAllIsGrantedIsRefused() {
        submit(8, false, "1f1b");

        assertThatThrownBy(() -> queue.reschedule("a", plan("gpipe")))
                .isInstanceOf(RescheduleRefusedException.class)
                .hasMessage("all 8 steps of the job are granted already");
        awaitState("a", JobState.SUCCEEDED);
        awaitIdle(RANKS);
        assertThatThrownBy(() -> queue.reschedule("a", plan("gpipe")))
                .isInstanceOf(RescheduleRefusedException.class)
                .hasMessageContaining("job a is SUCCEEDED: only the schedule of a running job can change");
    }

    @Test
    void rescheduleWhenJobIsStoppedMeanwhileIsAnsweredEitherWay() throws Exception {
        for (int round = 0; round < 20; round++) {
            String id = "job-" + round;
            submit(id, 100_000, false, "1f1b");
            Plan plan = plan("gpipe");
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> answer(id, plan));
            queue.stop(id);
            assertThat(answer.get(10, TimeUnit.SECONDS)).isIn("done", "refused");
            awaitState(id, JobState.STOPPED);
            awaitIdle(RANKS);
        }
    }

    @Test
    void adaptiveWhenAnotherOrderIsFasterChangesToItOnce() {
        submit(100_000, true, "naive");

        await().atMost(PATIENCE).until(() -> events.stream().anyMatch(event -> event instanceof JobEvent.Rescheduled));
        long from = events.stream()
                .filter(event -> event instanceof JobEvent.Rescheduled)
                .map(event -> ((JobEvent.Rescheduled) event).fromStep())
                .findFirst()
                .orElseThrow();
        assertThat(from).isGreaterThan(BubblePrediction.FIRST);
        awaitStep(from + 200);
        assertThat(events)
                .filteredOn(event -> event instanceof JobEvent.Rescheduled)
                .hasSize(1);
        StepRow before = jobs.rows("a", from - 1, from - 1, 1).getFirst();
        StepRow after = jobs.rows("a", from + 100, from + 100, 1).getFirst();
        assertThat(after.bubble().makespan()).isLessThan(before.bubble().makespan() - 0.3);
        assertThat(after.predictedBubble().makespan()).isCloseTo(after.bubble().makespan(), within(0.02));
    }

    @Test
    void adaptiveWhenNothingIsFasterStaysAsItIs() {
        submit(600, true, "gpipe");
        awaitState("a", JobState.SUCCEEDED);

        assertThat(events).noneMatch(event -> event instanceof JobEvent.Rescheduled);
    }

    private String answer(String id, Plan plan) {
        try {
            queue.reschedule(id, plan);
            return "done";
        } catch (RescheduleRefusedException e) {
            return "refused";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Long> granted(List<ControlMessage.Command> heard) {
        return heard.stream()
                .filter(command -> command instanceof Grant)
                .map(command -> ((Grant) command).untilStep())
                .toList();
    }

    private void submit(long steps, boolean adaptive, String schedule) {
        submit("a", steps, adaptive, schedule);
    }

    /** Returns when the first step is done. */
    private void submit(String id, long steps, boolean adaptive, String schedule) {
        if (workers.isEmpty()) {
            work(RANKS, Script.good(steps).costing(COSTS).slow(steps < 10 ? 200 : 3));
        }
        submit(id, spec(adaptive, schedule));
        awaitStep(id, 1);
    }

    private static JobSpec spec(boolean adaptive, String schedule) {
        return JobReader.read(
                JobText.parallel("{\"pipeline\": 3, \"microBatches\": 4, \"schedule\": \"%s\", \"adaptive\": %s}"
                        .formatted(schedule, adaptive)));
    }

    private Plan plan(String schedule) {
        Job job = jobs.newest(1, 0).getFirst();
        LayerEstimate estimate = new LayerEstimate(JobReader.read(job.specification()), 10);
        return new Rescheduling(estimate, job.plan(), null)
                .to(ScheduleChoice.named(schedule))
                .plan();
    }

    private void awaitStep(long step) {
        awaitStep("a", step);
    }

    private void awaitStep(String id, long step) {
        await().atMost(PATIENCE).until(() -> !jobs.rows(id, step, step, 1).isEmpty());
    }
}
