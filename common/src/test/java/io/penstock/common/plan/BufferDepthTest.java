package io.penstock.common.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.Oracles;
import io.penstock.common.schedule.RandomTables;
import io.penstock.common.schedule.Schedule;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleText;
import io.penstock.common.schedule.ScheduleValidator;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import io.penstock.common.schedule.StageMap;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BufferDepthTest {

    @ParameterizedTest
    @CsvSource({
        "naive, 4, 8, 1",
        "gpipe, 4, 8, 8",
        "gpipe, 4, 3, 3",
        "1f1b, 4, 8, 4",
        "1f1b, 4, 2, 2",
        "1f1b, 2, 8, 2",
        "1f1b, 1, 8, 1",
    })
    void ofWhenScheduleIsKnownCountsTheFramesAhead(String schedule, int ranks, int microBatches, int depth) {
        assertThat(BufferDepth.of(lowered(schedule, ranks, microBatches))).isEqualTo(depth);
    }

    @Test
    void ofWhenRanksRunInAnyOrderIsNeverExceededAndSometimesReached() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            StageMap stages = StageMap.loop(2 + random.nextInt(4), 1 + random.nextInt(3));
            requireExact(Lowering.lower(RandomTables.table(stages, 1 + random.nextInt(6), random)), random, seed);
            Schedule schedule = Schedules.all().get(round % Schedules.all().size());
            Shape shape = new Shape(2 + random.nextInt(6), schedule.defaultChunks(), 1 + random.nextInt(12));
            requireExact(Lowering.lower(schedule.table(shape).inSequence()), random, seed);
        }
        String oracle = Oracles.read("zb1p_2rank_4stage_8mb.comms.csv");
        requireExact(ScheduleText.parse(oracle, StageMap.loop(2, 2), 8), random, seed);
    }

    private static void requireExact(ScheduleTable table, Random random, long seed) {
        int depth = BufferDepth.of(table);
        for (int run = 0; run < 10; run++) {
            int peak = Interleaving.peak(table, ready -> ready.get(random.nextInt(ready.size())));
            assertThat(peak).as("seed %d: %s", seed, table).isLessThanOrEqualTo(depth);
        }
        int reached = IntStream.range(0, table.stages().ranks())
                .map(slow -> Interleaving.peak(
                        table, ready -> ready.getFirst() == slow ? ready.getLast() : ready.getFirst()))
                .max()
                .orElseThrow();
        assertThat(reached).as("seed %d: %s", seed, table).isEqualTo(depth);
        assertThatCode(() -> ScheduleValidator.check(table, depth)).doesNotThrowAnyException();
    }

    private static ScheduleTable lowered(String schedule, int ranks, int microBatches) {
        return Lowering.lower(Schedules.named(schedule).table(new Shape(ranks, 1, microBatches)));
    }
}
