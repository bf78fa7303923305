package io.penstock.orchestrator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.control.Finished;
import io.penstock.common.control.StepReport;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.Plan;
import io.penstock.common.simulate.Bubble;
import io.penstock.engine.job.JobReader;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.job.StepRow;
import io.penstock.orchestrator.plan.Planning;
import io.penstock.orchestrator.plan.RescheduleRefusedException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The parts of a run that need no worker. */
class RunPartsTest {

    @Test
    void grantWhenStepsAreShortReachesASecondAhead() {
        GrantWindow window = new GrantWindow(10_000);
        assertThat(window.advance(0, 0)).isEqualTo(8);
        assertThat(window.advance(0, 0.01)).isEqualTo(100);
        assertThat(window.advance(49, 0.01)).isEqualTo(100);
        assertThat(window.advance(50, 0.01)).isEqualTo(150);
        assertThat(window.advance(50, 1e-6)).isEqualTo(562);
    }

    @Test
    void grantWhenStepsAreLongKeepsEightAheadAndNeverPassesTheEnd() {
        GrantWindow window = new GrantWindow(20);
        assertThat(window.advance(0, 60)).isEqualTo(8);
        assertThat(window.advance(4, 60)).isEqualTo(12);
        assertThat(window.advance(19, 60)).isEqualTo(20);
        assertThat(new GrantWindow(3).advance(0, 0)).isEqualTo(3);
    }

    @Test
    void assemblerWhenRanksReportOutOfStepGivesStepsInOrder() {
        StepAssembler steps = new StepAssembler(2);
        steps.add(1, report(1, 0, 1));
        steps.add(1, report(1, 1, 1));
        assertThat(steps.next()).isEmpty();
        steps.add(0, report(0, 0, 1));
        assertThat(steps.next().orElseThrow()).extracting(StepReport::rank).containsExactly(0, 1);
        assertThat(steps.next()).isEmpty();
        assertThat(steps.done()).isEqualTo(1);
        assertThat(steps.reported(1)).isEqualTo(2);
    }

    @Test
    void assemblerWhenAStepIsLeftOutFails() {
        StepAssembler steps = new StepAssembler(1);
        assertThatThrownBy(() -> steps.add(0, report(0, 1, 1)))
                .isInstanceOf(RunFault.class)
                .hasMessageContaining("rank 0 reported step 2 after 0 steps");
    }

    @Test
    void recentWhenManyStepsCameMeansTheNewestOnly() {
        RecentSteps recent = new RecentSteps();
        IntStream.rangeClosed(1, 100).forEach(step -> recent.add(row(step, step <= 68 ? 1.0 : 0.5)));
        assertThat(recent.stepSeconds()).isEqualTo(0.5, within(1e-12));
        assertThat(recent.samplesPerSecond()).isEqualTo(16, within(1e-9));
        assertThat(recent.wallSeconds(0) * recent.samplesPerSecond()).isEqualTo(8, within(1e-9));
        assertThat(recent.busySeconds(0)).containsOnly(Map.entry("forward", 0.25));
    }

    @Test
    void recentWhenNoBubbleIsKnownHasNone() {
        RecentSteps recent = new RecentSteps();
        assertThat(recent.bubble()).isNull();
        recent.add(row(1, 1));
        assertThat(recent.bubble()).isNull();
    }

    @Test
    void predictionWhenThereIsAProfileIsSimulatedWithIt() {
        BubblePrediction prediction = new BubblePrediction(Planning.plan(JobReader.read(JobText.of(4)), 10));
        Bubble estimated = prediction.current();
        LongStream.range(1, BubblePrediction.FIRST).forEach(step -> prediction.learn(measured(step, 1)));
        assertThat(prediction.current()).isEqualTo(estimated);
        prediction.learn(measured(BubblePrediction.FIRST, 1));
        assertThat(prediction.current().makespan()).isEqualTo(3.0 / 5, within(0.001));
    }

    @Test
    void predictionWhenCostsChangeFollowsTheNewestSteps() {
        BubblePrediction prediction = new BubblePrediction(Planning.plan(JobReader.read(JobText.of(4)), 10));
        LongStream.rangeClosed(1, 32).forEach(step -> prediction.learn(measured(step, 1e-3)));
        double before = prediction.current().makespan();
        LongStream.rangeClosed(33, 64).forEach(step -> prediction.learn(measured(step, 1)));
        assertThat(before).isGreaterThan(0.601);
        assertThat(prediction.current().makespan()).isEqualTo(3.0 / 5, within(0.001));
    }

    @Test
    void plansWhenChangedHoldFromTheirStepOn() {
        Plan first = plan("1f1b");
        Plan second = plan("gpipe");
        Plan third = plan("naive");
        PlanSequence plans = new PlanSequence(first);
        plans.change(3, second);
        plans.change(3, third);
        plans.change(5, second);
        assertThat(plans.last()).isSameAs(second);
        assertThat(plans.at(2)).isSameAs(first);
        assertThat(plans.beginsAt(2)).isFalse();
        assertThat(plans.at(3)).isSameAs(third);
        assertThat(plans.beginsAt(3)).isTrue();
        assertThat(plans.at(4)).isSameAs(third);
        assertThat(plans.beginsAt(4)).isFalse();
        assertThat(plans.at(5)).isSameAs(second);
    }

    @Test
    void predictionWhenScheduleChangesIsSimulatedAtOnce() {
        BubblePrediction prediction = new BubblePrediction(Planning.plan(JobReader.read(JobText.of(4)), 10));
        prediction.reschedule(plan("naive"));
        assertThat(prediction.current()).isEqualTo(plan("naive").predicted());
        LongStream.rangeClosed(1, BubblePrediction.FIRST).forEach(step -> prediction.learn(measured(step, 1)));
        assertThat(prediction.current().makespan()).isEqualTo(3.0 / 4, within(0.001));
        prediction.reschedule(plan("gpipe"));
        assertThat(prediction.current().makespan()).isEqualTo(3.0 / 5, within(0.001));
    }

    @Test
    void inboxWhenAWishWaitsRefusesAnother() {
        Inbox inbox = new Inbox(1);
        ScheduleSwitch first = ScheduleSwitch.to(plan("gpipe"));
        ScheduleSwitch second = ScheduleSwitch.to(plan("gpipe"));
        inbox.ask(first);
        inbox.ask(second);
        assertThatThrownBy(() -> second.await(0)).isInstanceOf(RescheduleRefusedException.class);
        assertThat(inbox.asked()).isSameAs(first);
        assertThat(inbox.asked()).isNull();
    }

    @Test
    void inboxWhenClosedRefusesEveryWish() {
        Inbox inbox = new Inbox(1);
        ScheduleSwitch early = ScheduleSwitch.to(plan("gpipe"));
        ScheduleSwitch late = ScheduleSwitch.to(plan("gpipe"));
        inbox.ask(early);
        inbox.close();
        inbox.ask(late);
        for (ScheduleSwitch wish : List.of(early, late)) {
            assertThatThrownBy(() -> wish.await(0)).hasMessageContaining("the job has ended");
        }
    }

    @Test
    void wishWhenNobodyAnswersIsTakenBack() {
        ScheduleSwitch wish = ScheduleSwitch.to(plan("gpipe"));
        assertThatThrownBy(() -> wish.await(1)).hasMessage("the job did not answer within 1 ms: ask again");
        assertThat(wish.answer()).isDone();
    }

    @Test
    void inboxWhenFullTellsTheRun() {
        Inbox inbox = new Inbox(1);
        inbox.said(0, new Finished("job", 1, 0, 1, "", null));
        inbox.said(0, new Finished("job", 1, 0, 1, "", null));
        assertThatThrownBy(() -> inbox.next(Duration.ZERO)).isInstanceOf(RunFault.class);
    }

    @Test
    void inboxWhenFullStillStops() {
        Inbox inbox = new Inbox(1);
        inbox.lost(0, "gone");
        inbox.stop();
        assertThatThrownBy(() -> inbox.next(Duration.ZERO)).isInstanceOf(StoppedException.class);
    }

    @Test
    void deadlineTextIsShort() {
        assertThat(new Deadline(Duration.ofMinutes(2)).limitText()).isEqualTo("120 s");
        assertThat(new Deadline(Duration.ofMillis(300)).limitText()).isEqualTo("0.3 s");
        assertThat(new Deadline(Duration.ofSeconds(5)).orSooner(Duration.ofMillis(1)))
                .isEqualTo(Duration.ofMillis(1));
    }

    private static StepRow row(long step, double seconds) {
        var worker = new StepRow.WorkerStep(
                0, "w", seconds, Map.of("forward", seconds / 2), Map.of("fill", seconds / 2), Map.of(), 1, 1);
        return new StepRow(step, null, 0.1, null, 8, 8 / seconds, seconds, false, null, null, List.of(worker));
    }

    private static Plan plan(String schedule) {
        return Planning.plan(JobReader.read(JobText.of(4).replace("1f1b", schedule)), 10)
                .plan();
    }

    private static MeasuredStep measured(long step, double cost) {
        return new MeasuredStep(step, "1f1b", Collections.nCopies(4, new StageCosts(cost, cost, 0)), null);
    }

    private static StepReport report(int rank, long step, double cost) {
        return new StepReport(
                "job",
                1,
                rank,
                step,
                8,
                0.1,
                1,
                Map.of(),
                Map.of(),
                0,
                1,
                1,
                List.of(new StageCosts(cost, cost, 0)),
                Map.of(),
                1,
                1,
                null,
                false,
                null,
                null);
    }
}
