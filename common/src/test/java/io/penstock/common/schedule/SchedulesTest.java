package io.penstock.common.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.simulate.Simulation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            naive | 3 | 2 | 0F0,0B0,0F1,0B1; 1F0,1B0,1F1,1B1; 2F0,2B0,2F1,2B1
            gpipe | 2 | 3 | 0F0,0F1,0F2,0B0,0B1,0B2; 1F0,1F1,1F2,1B0,1B1,1B2
            1f1b  | 3 | 4 | 0F0,0F1,0F2,0B0,0F3,0B1,0B2,0B3; 1F0,1F1,1B0,1F2,1B1,1F3,1B2,1B3; 2F0,2B0,2F1,2B1,2F2,2B2,2F3,2B3
            1f1b  | 3 | 1 | 0F0,0B0; 1F0,1B0; 2F0,2B0
            1f1b  | 1 | 2 | 0F0,0B0,0F1,0B1
            zb-h1 | 2 | 3 | 0F0,0F1,0I0,0W0,0F2,0I1,0W1,0I2,0W2; 1F0,1I0,1F1,1I1,1W0,1F2,1I2,1W1,1W2
            zb-h2 | 2 | 3 | 0F0,0F1,0F2,0I0,0W0,0I1,0W1,0I2,0W2; 1F0,1I0,1F1,1I1,1F2,1I2,1W0,1W1,1W2
            """)
    void tableWhenNamedIsTheWrittenOne(String name, int ranks, int microBatches, String expected) {
        ScheduleTable table = Schedules.named(name).table(new Shape(ranks, 1, microBatches));

        assertThat(ScheduleText.print(table).strip()).isEqualTo(expected.replace("; ", "\n"));
    }

    @ParameterizedTest
    @MethodSource("io.penstock.common.schedule.Schedules#names")
    void namedWhenListedHasThatName(String name) {
        assertThat(Schedules.named(name).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpipe", "1f1b", "zb-h1", "zb-h2"})
    void tableWhenTwoChunksIsRefusedWithTheFix(String name) {
        assertThatThrownBy(() -> Schedules.named(name).table(new Shape(4, 2, 8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("schedule %s gives each rank one stage but parallelism.chunks is 2: use 1", name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zb-v", "dualpipe-v"})
    void tableWhenChunksMakeNoVIsRefusedWithTheFix(String name) {
        assertThatThrownBy(() -> Schedules.named(name).table(new Shape(4, 3, 8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "schedule %s gives each rank two stages, one on the way there and one on the way back,"
                                + " but parallelism.chunks is 3: use 2",
                        name);
    }

    @Test
    void tableWhenWavesAreHalfIsRefusedWithTheFix() {
        assertThatThrownBy(() -> Schedules.named("hanayo").table(new Shape(4, 3, 8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "schedule hanayo runs in waves of two chunks but parallelism.chunks is 3: use an even number");
    }

    /** Every p, v and m that a schedule does not refuse gives a table that can run with the buffers it needs. */
    @ParameterizedTest
    @MethodSource("io.penstock.common.schedule.Schedules#all")
    void tableWhenAnyShapeIsLegal(Schedule schedule) {
        for (int ranks = 1; ranks <= 9; ranks++) {
            for (int chunks : chunks(schedule)) {
                for (int microBatches = 1; microBatches <= 21; microBatches++) {
                    ScheduleTable table = schedule.table(new Shape(ranks, chunks, microBatches));

                    ScheduleValidator.check(Lowering.lower(table.inSequence()), Walk.UNBOUNDED);
                    ScheduleValidator.check(Lowering.lower(table), Walk.UNBOUNDED);
                }
            }
        }
    }

    private static int[] chunks(Schedule schedule) {
        return switch (schedule.name()) {
            case "gpipe", "1f1b", "zb-h1", "zb-h2" -> new int[] {1};
            case "zb-v", "dualpipe-v" -> new int[] {2};
            case "hanayo" -> new int[] {2, 4, 6};
            default -> new int[] {1, 2, 3, 4};
        };
    }

    @ParameterizedTest
    @CsvSource({"interleaved-1f1b, 1f1b", "looped-bfs, gpipe", "interleaved-zb, zb-h1"})
    void tableWhenLoopedOnceEqualsTheOneWithoutChunks(String looped, String plain) {
        for (int microBatches = 1; microBatches <= 9; microBatches++) {
            Shape shape = new Shape(4, 1, microBatches);

            assertThat(Schedules.named(looped).table(shape))
                    .isEqualTo(Schedules.named(plain).table(shape));
        }
    }

    @Test
    void tableWhenRoundsAreShorterThanTheRanksIsRefusedForItsOrderAlone() {
        ScheduleTable table = InterleavedOneForwardOneBackward.table(new Shape(4, 2, 6), List.of(2, 2, 2));

        assertThatThrownBy(() -> Lowering.lower(table))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessageStartingWith("deadlock: rank 0 waits at cell ");
    }

    /** Hanayo's published rate is approximate and for B = 2F and m = p. */
    @ParameterizedTest
    @CsvSource({"4, 2", "4, 4", "8, 2", "8, 4", "8, 8"})
    void hanayoWhenMoreWavesHasLessBubble(int ranks, int chunks) {
        double rate = bubble("hanayo", new Shape(ranks, chunks, ranks));
        double published = (2.0 * ranks - 2) / (3.0 * ranks * chunks / 2 + ranks - 1);

        assertThat(rate).isCloseTo(published, within(0.1)).isLessThan(bubble("1f1b", new Shape(ranks, 1, ranks)));
    }

    private static double bubble(String schedule, Shape shape) {
        return Simulation.of(schedule, shape, Simulation.ONE_EACH, 0)
                .inSequence()
                .bubble()
                .makespan();
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1, pipeline, 0", "1, -2, 1, chunks, -2", "4, 1, -1, microBatches, -1"})
    void shapeWhenNotPositiveIsRefusedWithTheFix(int ranks, int chunks, int microBatches, String field, int value) {
        assertThatThrownBy(() -> new Shape(ranks, chunks, microBatches))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parallelism.%s is %d: use at least 1", field, value);
    }

    @Test
    void namedWhenUnknownListsTheNames() {
        assertThatThrownBy(() -> Schedules.named("2f2b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "parallelism.schedule is '2f2b' but no schedule has that name: use one of "
                                + "[naive, gpipe, 1f1b, interleaved-1f1b, looped-bfs, zb-h1, zb-h2, zb-v, interleaved-zb, dualpipe-v, hanayo]");
    }
}
