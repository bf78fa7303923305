package io.penstock.common.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleText;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.simulate.Timeline.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatorTest {

    @Test
    void simulateWhenStagesDifferPlacesEachSpan() {
        ScheduleTable table = Lowering.lower(Schedules.named("gpipe").table(new Shape(2, 1, 1)));

        Timeline timeline = Simulation.run(table, List.of(new StageCosts(1, 2, 3), new StageCosts(4, 5, 6)), 0.5);

        assertThat(timeline.ranks().getFirst())
                .extracting(Span::start, Span::end)
                .containsExactly(tuple(0.0, 1.0), tuple(17.0, 22.0));
        assertThat(timeline.ranks().getLast())
                .extracting(Span::start, Span::end)
                .containsExactly(tuple(1.5, 5.5), tuple(5.5, 16.5));
    }

    @Test
    void simulateWhenCostsDoNotMatchStagesIsRefused() {
        ScheduleTable table = Lowering.lower(Schedules.named("gpipe").table(new Shape(2, 1, 1)));

        assertThatThrownBy(() -> Simulation.run(table, List.of(Simulation.ONE_EACH), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a table of 2 stages needs as many costs, got 1");
    }

    @Test
    void simulateWhenBufferIsShortSendsWait() {
        ScheduleTable table = Lowering.lower(Schedules.named("gpipe").table(new Shape(2, 1, 4)));
        PipelineCosts costs =
                new PipelineCosts(List.of(new StageCosts(1, 1, 1), new StageCosts(4, 1, 1)), Link.INSTANT);

        assertThat(starts(Simulator.simulate(table, costs, 4), 0)).startsWith(0.0, 1.0, 2.0, 3.0);
        assertThat(starts(Simulator.simulate(table, costs, 1), 0)).startsWith(0.0, 1.0, 2.0, 5.0);
    }

    @Test
    void simulateWhenBandwidthIsLowFramesFollowEachOther() {
        ScheduleTable table = Lowering.lower(Schedules.named("gpipe").table(new Shape(2, 1, 3)));
        StageSizes sizes = new StageSizes(0, 0, 10);
        PipelineCosts costs = PipelineCosts.even(2, Simulation.ONE_EACH, sizes, new Link(0.5, 0.2, false));

        assertThat(starts(Simulator.simulate(table, costs), 1)).startsWith(3.5, 5.5, 7.5);
    }

    @Test
    void simulateWhenSendsOccupyTheRankItComputesLater() {
        ScheduleTable table = Lowering.lower(Schedules.named("gpipe").table(new Shape(2, 1, 3)));
        StageSizes sizes = new StageSizes(0, 0, 10);
        PipelineCosts costs = PipelineCosts.even(2, Simulation.ONE_EACH, sizes, new Link(0.5, 0.2, true));

        Timeline timeline = Simulator.simulate(table, costs);

        assertThat(starts(timeline, 0)).startsWith(0.0, 3.0, 6.0);
        assertThat(starts(timeline, 1)).startsWith(3.5, 6.5, 9.5);
    }

    @Test
    void criticalPathWhenOneStageIsSlowRunsThroughIt() {
        ScheduleTable table = Lowering.lower(Schedules.named("1f1b").table(new Shape(3, 1, 4)));
        List<StageCosts> times = List.of(new StageCosts(1, 1, 1), new StageCosts(3, 3, 3), new StageCosts(1, 1, 1));

        Timeline timeline = Simulation.run(table, times, 0.25);
        List<Span> path = timeline.criticalPath();

        assertThat(path.getFirst().start()).isEqualTo(timeline.firstStart());
        assertThat(path.getLast().end()).isEqualTo(timeline.lastEnd());
        double computing = path.stream().mapToDouble(Span::duration).sum();
        assertThat(timeline.makespan() - computing).isBetween(0.0, 2.0);
        assertThat(path.stream().filter(span -> span.action().stage() == 1)).hasSizeGreaterThanOrEqualTo(7);
        for (int next = 1; next < path.size(); next++) {
            assertThat(path.get(next).start() - path.get(next - 1).end()).isIn(0.0, 0.25);
        }
    }

    @Test
    void memoryWhenWeightsComeLaterStaysInPart() {
        ScheduleTable table = Lowering.lower(ScheduleText.parse("0F0,0F1,0I0,0I1,0W0,0W1", StageMap.loop(1, 1), 2));
        List<StageSizes> sizes = List.of(new StageSizes(4, 1, 0));

        Timeline timeline = Simulation.run(table, List.of(new StageCosts(1, 2, 3)), 0);

        assertThat(timeline.memory(0, sizes))
                .extracting(Timeline.Level::time, Timeline.Level::live)
                .containsExactly(
                        tuple(0.0, 4.0),
                        tuple(1.0, 8.0),
                        tuple(4.0, 5.0),
                        tuple(6.0, 2.0),
                        tuple(9.0, 1.0),
                        tuple(12.0, 0.0));
    }

    private static List<Double> starts(Timeline timeline, int rank) {
        return timeline.ranks().get(rank).stream().map(Span::start).toList();
    }
}
