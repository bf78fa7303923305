package io.penstock.common.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.ListScheduling.Ahead;
import io.penstock.common.schedule.ListScheduling.Policy;
import io.penstock.common.schedule.ListScheduling.Turn;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListSchedulingTest {

    @Test
    void tableWhenMemoryIsJustEnoughIsLegalAndFits() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            StageMap map = random.nextBoolean()
                    ? StageMap.loop(1 + random.nextInt(5), 1 + random.nextInt(4))
                    : StageMap.wave(1 + random.nextInt(5), 1 + random.nextInt(4));
            PipelineCosts costs = costs(map, random);
            List<Double> memory = memory(map, costs, 1 + random.nextInt(2) * random.nextDouble());
            Policy policy = new Policy(
                    List.of(Turn.values()).get(random.nextInt(3)),
                    random.nextDouble(),
                    random.nextBoolean(),
                    map.chunks() == 1 ? List.of(Ahead.values()).get(random.nextInt(3)) : Ahead.FREELY,
                    random.nextBoolean());

            ScheduleTable table = ListScheduling.table(map, 1 + random.nextInt(8), costs, memory, policy)
                    .orElseThrow(() -> new AssertionError("seed " + seed + ": " + map + " " + policy));

            ScheduleValidator.check(Lowering.lower(table), Walk.UNBOUNDED);
            ScheduleValidator.checkMemory(table, new MemoryLimit(costs.sizes(), memory));
        }
    }

    @Test
    void tableWhenOneMicroBatchDoesNotFitIsAbsent() {
        StageMap map = StageMap.wave(2, 2);
        PipelineCosts costs = costs(map, new Random(3));

        Optional<ScheduleTable> table = ListScheduling.table(
                map, 2, costs, memory(map, costs, 0.99), new Policy(Turn.BACKWARD, 0, true, Ahead.FREELY, false));

        assertThat(table).isEmpty();
    }

    @Test
    void tableWhenPatientWaitsForWhatArrivesSoon() {
        StageMap map = StageMap.loop(2, 1);
        PipelineCosts costs = new PipelineCosts(Collections.nCopies(2, new StageCosts(2, 2, 3)), Link.latency(0.5));
        List<Double> room = List.of(9.0, 9.0);

        ScheduleTable hasty = ListScheduling.table(
                        map, 3, costs, room, new Policy(Turn.BACKWARD, 0, true, Ahead.FREELY, false))
                .orElseThrow();
        ScheduleTable patient = ListScheduling.table(
                        map, 3, costs, room, new Policy(Turn.BACKWARD, 1, true, Ahead.FREELY, false))
                .orElseThrow();

        assertThat(ScheduleText.print(hasty)).startsWith("0F0,0F1,0F2,0I0,0W0,0I1");
        assertThat(ScheduleText.print(patient)).startsWith("0F0,0F1,0F2,0I0,0I1");
    }

    @ParameterizedTest
    @CsvSource({"FREELY, 6", "UNTIL_GRADIENT, 4", "CLEAR_OF_GRADIENT, 3"})
    void tableWhenForwardsMayGoAheadLimitsTheWarmUp(Ahead ahead, int warmUp) {
        StageMap map = StageMap.loop(2, 1);
        PipelineCosts costs = new PipelineCosts(Collections.nCopies(2, new StageCosts(2, 2, 1)), Link.latency(0.5));

        ScheduleTable table = ListScheduling.table(
                        map, 6, costs, List.of(9.0, 9.0), new Policy(Turn.FORWARD, 0, true, ahead, false))
                .orElseThrow();

        assertThat(table.of(0).stream()
                        .takeWhile(action -> action.kind() == ActionKind.FORWARD)
                        .count())
                .isEqualTo(warmUp);
    }

    private static PipelineCosts costs(StageMap map, Random random) {
        List<StageCosts> times = Stream.generate(
                        () -> new StageCosts(random.nextDouble(), random.nextDouble(), random.nextDouble()))
                .limit(map.stages())
                .toList();
        List<StageSizes> sizes = Stream.generate(() -> random.nextDouble())
                .map(size -> new StageSizes(size, size * random.nextDouble(), 1))
                .limit(map.stages())
                .toList();
        return new PipelineCosts(times, sizes, new Link(random.nextDouble(), random.nextDouble(), false));
    }

    /** So many times what one micro-batch takes on each rank. */
    private static List<Double> memory(StageMap map, PipelineCosts costs, double times) {
        return IntStream.range(0, map.ranks())
                .mapToObj(rank -> times
                        * map.stagesOf(rank)
                                .mapToDouble(stage -> costs.sizes().get(stage).activation())
                                .sum())
                .toList();
    }
}
