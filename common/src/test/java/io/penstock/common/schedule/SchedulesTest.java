package io.penstock.common.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SchedulesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            naive | 3 | 2 | 0F0,0B0,0F1,0B1; 1F0,1B0,1F1,1B1; 2F0,2B0,2F1,2B1
            gpipe | 2 | 3 | 0F0,0F1,0F2,0B0,0B1,0B2; 1F0,1F1,1F2,1B0,1B1,1B2
            1f1b  | 3 | 4 | 0F0,0F1,0F2,0B0,0F3,0B1,0B2,0B3; 1F0,1F1,1B0,1F2,1B1,1F3,1B2,1B3; 2F0,2B0,2F1,2B1,2F2,2B2,2F3,2B3
            1f1b  | 3 | 1 | 0F0,0B0; 1F0,1B0; 2F0,2B0
            1f1b  | 1 | 2 | 0F0,0B0,0F1,0B1
            """)
    void tableWhenNamedIsTheWrittenOne(String name, int ranks, int microBatches, String expected) {
        ScheduleTable table = Schedules.named(name).table(StageMap.loop(ranks, 1), microBatches);

        assertThat(ScheduleText.print(table).strip()).isEqualTo(expected.replace("; ", "\n"));
    }

    @ParameterizedTest
    @MethodSource("io.penstock.common.schedule.Schedules#names")
    void namedWhenListedHasThatName(String name) {
        assertThat(Schedules.named(name).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @MethodSource("io.penstock.common.schedule.Schedules#names")
    void tableWhenTwoChunksIsRefusedWithTheFix(String name) {
        assertThatThrownBy(() -> Schedules.named(name).table(StageMap.loop(4, 2), 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("schedule %s gives each rank one stage but parallelism.chunks is 2: use 1", name);
    }

    @ParameterizedTest
    @MethodSource("io.penstock.common.schedule.Schedules#names")
    void tableWhenNoMicroBatchIsRefusedWithTheFix(String name) {
        assertThatThrownBy(() -> Schedules.named(name).table(StageMap.loop(4, 1), -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parallelism.microBatches is -1: use at least 1");
    }

    @Test
    void namedWhenUnknownListsTheNames() {
        assertThatThrownBy(() -> Schedules.named("2f2b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "parallelism.schedule is '2f2b' but no schedule has that name: use one of [naive, gpipe, 1f1b]");
    }
}
