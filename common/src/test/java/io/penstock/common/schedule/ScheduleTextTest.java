package io.penstock.common.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    @ValueSource(strings = {"naive", "gpipe", "1f1b"})
    void parseWhenPrintedGivesEqualTable(String schedule) {
        StageMap stages = StageMap.loop(5, 1);
        ScheduleTable table = Lowering.lower(Schedules.named(schedule).table(stages, 7));

        assertThat(ScheduleText.parse(ScheduleText.print(table), stages, 7)).isEqualTo(table);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            2X0     | 'X' is no action: use one of [B, F, I, RECV_B, RECV_F, SEND_B, SEND_F, W]
            2BW0    | 'BW' is no action: use one of [B, F, I, RECV_B, RECV_F, SEND_B, SEND_F, W]
            F0      | 'F0' is no cell: write stage, action and micro-batch, as in 2F0
            -1F0    | '-1F0' is no cell: write stage, action and micro-batch, as in 2F0
            1F9999999999 | '1F9999999999' is no cell: write stage, action and micro-batch, as in 2F0
            4F0     | stages are 0..3 and micro-batches 0..1
            1F2     | stages are 0..3 and micro-batches 0..1
            (0F7;7B3)OVERLAP_F_B | overlapped pairs cannot run yet: write the two actions as two cells
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

    @Test
    void parseWhenOverlappedOracleIsRefusedForNow() {
        String text = Oracles.read("dualpipev_4rank_8stage_10mb.compute.csv");

        assertThatThrownBy(() -> ScheduleText.parse(text, StageMap.loop(4, 2), 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cell '(0F7;7B3)OVERLAP_F_B': overlapped pairs cannot run yet");
    }
}
