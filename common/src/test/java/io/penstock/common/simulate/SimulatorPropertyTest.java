package io.penstock.common.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.common.cost.StageCosts;
import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ActionKind;
import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.RandomTables;
import io.penstock.common.schedule.Schedule;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleValidator;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.schedule.Walk;
import io.penstock.common.simulate.Timeline.Span;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SimulatorPropertyTest {

    private static final int ROUNDS = 60;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @BeforeEach
    void printSeed() {
        System.out.println("seed " + seed);
    }

    @Test
    void simulateWhenCostsAreUnevenStartsEachActionAsSoonAsItCan() {
        for (int round = 0; round < ROUNDS; round++) {
            int p = 1 + random.nextInt(16);
            int m = 1 + random.nextInt(64);
            for (Schedule schedule : Schedules.all()) {
                requireEager(schedule.table(new Shape(p, schedule.defaultChunks(), m))
                        .inSequence());
            }
            requireEager(RandomTables.table(
                    StageMap.loop(1 + random.nextInt(4), 1 + random.nextInt(3)), 1 + random.nextInt(8), random));
        }
    }

    private void requireEager(ScheduleTable compute) {
        ScheduleTable table = Lowering.lower(compute);
        ScheduleValidator.check(table, Walk.UNBOUNDED);
        List<StageCosts> costs =
                Stream.generate(this::costs).limit(table.stages().stages()).toList();
        double latency = random.nextDouble();
        Timeline timeline = Simulation.run(table, costs, latency);
        Map<Action, Span> producers = producers(timeline);
        for (int rank = 0; rank < table.stages().ranks(); rank++) {
            double free = 0;
            for (Span span : timeline.ranks().get(rank)) {
                double arrival = arrival(span.action(), producers, table.stages(), latency);
                assertThat(span.start()).as("seed %d: %s", seed, span).isEqualTo(Math.max(free, arrival));
                free = span.end();
            }
            assertThat(timeline.ranks().get(rank))
                    .extracting(Span::action)
                    .isEqualTo(table.of(rank).stream()
                            .filter(action -> action.kind().computes())
                            .toList());
        }
        assertThat(timeline.bubble().makespan()).isBetween(0.0, 1.0);
        assertThat(timeline.bubble().span()).isBetween(0.0, 1.0);
    }

    /** Spans by the action that others wait for: a whole backward counts as I. */
    private static Map<Action, Span> producers(Timeline timeline) {
        Map<Action, Span> producers = new HashMap<>();
        timeline.ranks().stream().flatMap(List::stream).forEach(span -> {
            Action action = span.action();
            ActionKind kind = action.kind() == ActionKind.BACKWARD ? ActionKind.BACKWARD_INPUT : action.kind();
            producers.put(new Action(action.stage(), kind, action.microBatch()), span);
        });
        return producers;
    }

    private static double arrival(Action action, Map<Action, Span> producers, StageMap stages, double latency) {
        boolean forward = action.kind() == ActionKind.FORWARD;
        int source = action.stage() + (forward ? -1 : 1);
        if (action.kind() == ActionKind.BACKWARD_WEIGHT || source < 0 || source == stages.stages()) {
            return 0;
        }
        ActionKind kind = forward ? ActionKind.FORWARD : ActionKind.BACKWARD_INPUT;
        double end =
                producers.get(new Action(source, kind, action.microBatch())).end();
        return stages.rankOf(source) == stages.rankOf(action.stage()) ? end : end + latency;
    }

    private StageCosts costs() {
        return new StageCosts(0.1 + random.nextDouble(), 0.1 + random.nextDouble(), 0.1 + random.nextDouble());
    }
}
