package io.penstock.common.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planner;
import io.penstock.common.plan.StageWorkload;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.simulate.Simulator;
import io.penstock.common.simulate.Timeline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileTest {

    private static final StageCosts UNIT = new StageCosts(1, 2, 3);

    @Test
    void profileWhenThereIsMoreThanTheWarmUpForgetsIt() {
        List<MeasuredStep> steps = new ArrayList<>();
        IntStream.rangeClosed(1, 4).forEach(step -> steps.add(step(step, UNIT.times(100))));
        assertThat(Profile.of(steps).costs().getFirst().forward()).isEqualTo(100);

        IntStream.rangeClosed(5, 12).forEach(step -> steps.add(step(step, UNIT)));

        assertThat(Profile.of(steps).steps()).isEqualTo(8);
        assertThat(Profile.of(steps).costs()).containsExactly(UNIT, UNIT);
    }

    @Test
    void profileWhenSomeStepsPausedIsTheMeanOfTheMiddleHalf() {
        List<MeasuredStep> steps = new ArrayList<>();
        IntStream.rangeClosed(5, 12).forEach(step -> steps.add(step(step, UNIT.times(step == 9 ? 50 : step))));

        Profile profile = Profile.of(steps);

        assertThat(profile.costs().getFirst().forward()).isCloseTo((7 + 8 + 10 + 11) / 4.0, within(1e-12));
        assertThat(profile.costs().getFirst().backwardWeight()).isCloseTo(3 * 9, within(1e-12));
    }

    @Test
    void transferWhenClocksAreApartIsTheMeanOfBothWays() {
        Profile profile = Profile.of(List.of(recorded("1f1b", 3, 0.25, 0.125)));

        assertThat(profile.transferSeconds()).containsOnlyKeys(0, 1);
        assertThat(profile.transferSeconds().values())
                .allSatisfy(seconds -> assertThat(seconds).isCloseTo(0.25, within(1e-9)));
        assertThat(profile.measured().link()).isEqualTo(Link.latency(0.25));
    }

    @Test
    void transferWhenItSeemsNegativeIsNothing() {
        MeasuredStep forwardOnly = recorded("1f1b", 2, 0.1, -0.5);
        Timeline timeline = forwardOnly.recorded();
        Timeline oneWay = new Timeline(
                timeline.ranks(),
                timeline.transfers().stream()
                        .filter(transfer -> transfer.send().stage() == 0)
                        .toList());

        Profile profile = Profile.of(List.of(new MeasuredStep(9, "1f1b", forwardOnly.costs(), oneWay)));

        assertThat(profile.transferSeconds().get(0)).isZero();
    }

    @Test
    void measuredWhenTensorsHaveASizeCountsTheirBytesOnce() {
        Link assumed = new Link(9, 0.001, false);
        PipelineCosts estimated = new PipelineCosts(Collections.nCopies(2, UNIT), List.of(size(100), size(0)), assumed);

        PipelineCosts measured =
                Profile.of(List.of(recorded("1f1b", 2, 0.25, 0))).measured(estimated);

        assertThat(measured.link().latency()).isCloseTo(0.15, within(1e-9));
        assertThat(measured.link().timePerByte()).isEqualTo(0.001);
        assertThat(measured.sizes()).isEqualTo(estimated.sizes());
    }

    @Test
    void measuredWhenNothingWasRecordedKeepsTheLink() {
        PipelineCosts estimated = new PipelineCosts(Collections.nCopies(2, StageCosts.ZERO), Link.latency(7));

        PipelineCosts measured = Profile.of(List.of(step(5, UNIT))).measured(estimated);

        assertThat(measured.link()).isEqualTo(Link.latency(7));
        assertThat(measured.times()).containsExactly(UNIT, UNIT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "gpipe", "1f1b", "zb-h1", "zb-v", "interleaved-zb", "hanayo"})
    void predictedWhenCostsAreExactIsWhatWasMeasured(String schedule) {
        MeasuredStep step = recorded(schedule, 3, 0.25, 0);

        Timeline predicted = step.predicted();

        assertThat(predicted.makespan()).isCloseTo(step.recorded().makespan(), within(1e-9));
        assertThat(predicted.bubble().span()).isCloseTo(step.recorded().bubble().span(), within(1e-9));
        assertThat(step.executed(table(schedule, 3))).isTrue();
        assertThat(step.executed(table("looped-bfs", 3))).isFalse();
    }

    private static MeasuredStep step(int number, StageCosts costs) {
        return new MeasuredStep(number, "1f1b", Collections.nCopies(2, costs), null);
    }

    /** @param apart how much later the clock of each rank is than the one before it */
    private static MeasuredStep recorded(String schedule, int ranks, double latency, double apart) {
        ScheduleTable table = table(schedule, ranks);
        List<StageCosts> costs = Collections.nCopies(table.stages().stages(), UNIT);
        Timeline exact = Simulator.simulate(table, new PipelineCosts(costs, Link.latency(latency)));
        List<Timeline.Transfer> transfers = exact.transfers().stream()
                .map(transfer -> {
                    int from = table.stages().rankOf(transfer.send().stage());
                    int to = table.stages().rankOf(transfer.send().peer().stage());
                    return new Timeline.Transfer(
                            transfer.send(), transfer.departure() + from * apart, transfer.arrival() + to * apart);
                })
                .toList();
        return new MeasuredStep(9, schedule, costs, new Timeline(exact.ranks(), transfers));
    }

    private static ScheduleTable table(String schedule, int ranks) {
        StageWorkload even = new StageWorkload(List.of(UNIT), StageSizes.ZERO, Link.INSTANT, Double.POSITIVE_INFINITY);
        return Planner.plan(PlanRequest.of(schedule, ranks, null, 4), even)
                .plan()
                .table();
    }

    private static StageSizes size(double output) {
        return new StageSizes(0, 0, output);
    }
}
