package io.penstock.common.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScheduleTextTest {

    private static final StageMap TWO_RANKS = StageMap.loop(2, 2);

    @Test
    void parseWhenCellsAreEmptyDropsThem() {
        ScheduleTable table = ScheduleText.parse("0F0,,2F0,\n ,1F0,\n", TWO_RANKS, 1);

        assertThat(ScheduleText.print(table)).isEqualTo("0F0,2F0\n1F0\n");
    }

    @Test
    void printWhenLoweredTableIsReadBackEqual() {
        String text = Oracles.read("zb1p_2rank_4stage_8mb.comms.csv");

        assertThat(ScheduleText.print(ScheduleText.parse(text, TWO_RANKS, 8))).isEqualTo(text);
    }

    @ParameterizedTest
    @MethodSource("io.penstock.common.schedule.Schedules#all")
    void parseWhenPrintedGivesEqualTable(Schedule schedule) {
        ScheduleTable table = schedule.table(new Shape(5, schedule.defaultChunks(), 12));
        ScheduleTable lowered = Lowering.lower(table);

        for (Dialect dialect : Dialect.values()) {
            assertThat(ScheduleText.parse(ScheduleText.print(table, dialect), dialect))
                    .isEqualTo(table);
            assertThat(ScheduleText.parse(ScheduleText.print(lowered, dialect), dialect))
                    .isEqualTo(lowered);
        }
        assertThat(ScheduleText.parse(ScheduleText.print(table), table.stages(), 12))
                .isEqualTo(table);
    }

    @Test
    void parseWhenDialectIsOldReadsBAsInputGradient() {
        ScheduleTable table = ScheduleText.parse("0F0,0B0,0W0,0F1,0BW1,0RECV_B0\n", Dialect.OLD);

        assertThat(ScheduleText.print(table)).isEqualTo("0F0,0I0,0W0,0F1,0B1,0RECV_B0\n");
        assertThat(ScheduleText.print(table, Dialect.OLD)).isEqualTo("0F0,0B0,0W0,0F1,0BW1,0RECV_B0\n");
    }

    @Test
    void parseWhenShapeIsUnknownFindsOwnersAndMicroBatches() {
        ScheduleTable table = ScheduleText.parse("0F0,2F0,2B0,0B0,0F1,2F1,2B1,0B1\n1F0,1B0,1F1,1B1\n", Dialect.PYTORCH);

        assertThat(table.stages()).isEqualTo(StageMap.of(List.of(0, 1, 0)));
        assertThat(table.microBatches()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0F0,0B0;2F0,2B0         | the schedule has stage 2 but no stage 1: number the stages from 0 without a gap
            0F0,0B0;,,              | the schedule has 2 lines and 1 of them own a stage: write one line a rank
            0F0,0B0;1F999999999,1B0 | 2 stages and micro-batches up to 999999999 need at least 2000000000 cells, but the schedule has 4: add the missing actions
            """)
    void parseWhenLinesGiveNoShapeIsRefused(String text, String reason) {
        assertThatThrownBy(() -> ScheduleText.parse(text.replace(';', '\n'), Dialect.PYTORCH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            2X0     | 'X' is no action: use one of [B, F, I, RECV_B, RECV_F, SEND_B, SEND_F, W]
            2BW0    | 'BW' is no action: use one of [B, F, I, RECV_B, RECV_F, SEND_B, SEND_F, W]
            F0      | 'F0' is no cell: write stage, action and micro-batch, as in 2F0
            -1F0    | '-1F0' is no cell: write stage, action and micro-batch, as in 2F0
            1F9999999999 | '1F9999999999' is no cell: write stage, action and micro-batch, as in 2F0
            (0F7;7I3)OVERLAP_F_B | an overlapped pair is one F and one B, as in (0F7;7B3)OVERLAP_F_B
            (0F7;7B3)    | '(0F7;7B3)' is no cell: write stage, action and micro-batch, as in 2F0
            """)
    void parseWhenCellIsWrongNamesLineColumnAndCell(String cell, String reason) {
        assertThatThrownBy(() -> ScheduleText.parse("0F0\n1F0,,  " + cell + ",3F0", TWO_RANKS, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("line 2, column 8, cell '%s': %s", cell, reason);
    }

    @Test
    void parseWhenLinesDoNotMatchRanksIsRefused() {
        assertThatThrownBy(() -> ScheduleText.parse("0F0\n1F0\n2F0\n", TWO_RANKS, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the schedule has 3 lines but parallelism.pipeline is 2: write one line a rank");
    }
}
