package io.penstock.common.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.penstock.common.schedule.InvalidScheduleException.Rule;
import org.junit.jupiter.api.Test;

class LoweringTest {

    @Test
    void lowerWhenPyTorchTableGivesPyTorchResult() {
        ScheduleTable compute = Oracles.table("zb1p_2rank_4stage_8mb.compute.csv");

        assertThat(ScheduleText.print(Lowering.lower(compute.fused())))
                .isEqualTo(Oracles.read("zb1p_2rank_4stage_8mb.comms.csv"));
    }

    @Test
    void lowerWhenOneRankOwnsAllStagesSendsNothing() {
        ScheduleTable compute = ScheduleText.parse("0F0,1F0,1I0,1W0,0I0,0W0", StageMap.loop(1, 2), 1);

        assertThat(ScheduleText.print(Lowering.lower(compute))).isEqualTo("0F0,1F0,1I0,1W0,0I0,0W0\n");
    }

    @Test
    void lowerWhenWeightPassBelongsToAnotherMicroBatchKeepsThemApart() {
        ScheduleTable compute = ScheduleText.parse("0F0,0F1,0I0,0I1,0W0,0W1", StageMap.loop(1, 1), 2);

        assertThat(compute.fused()).isEqualTo(compute);
    }

    @Test
    void lowerWhenPairsOverlapSendsAfterBoth() {
        ScheduleTable lowered = Lowering.lower(Schedules.named("dualpipe-v").table(new Shape(2, 2, 5)));
        assertThat(ScheduleText.print(lowered).lines().findFirst().orElseThrow())
                .contains("(0F4;3B2)OVERLAP_F_B,0SEND_F4,3SEND_B2");
    }

    @Test
    void lowerWhenOrderDeadlocksNamesWhereEachRankWaits() {
        ScheduleTable compute = ScheduleText.parse("0F0,0B0,0F1,0B1\n1F0,1F1,1B0,1B1", StageMap.loop(2, 1), 2);

        assertThatThrownBy(() -> Lowering.lower(compute))
                .hasMessageContaining(
                        "rank 0 waits at cell 1 (0B0) for 0RECV_B0; rank 1 waits at cell 1 (1F1) for 1RECV_F1")
                .hasMessageContaining("rank 0: 0F0,>>0B0<<,0F1,0B1\nrank 1: 1F0,>>1F1<<,1B0,1B1")
                .asInstanceOf(type(InvalidScheduleException.class))
                .returns(Rule.PROGRESS, InvalidScheduleException::rule);
    }

    @Test
    void lowerWhenAnActionIsMissingNamesIt() {
        ScheduleTable compute = ScheduleText.parse("0F0,0B0\n1F0,1I0", StageMap.loop(2, 1), 1);

        assertThatThrownBy(() -> Lowering.lower(compute)).hasMessageStartingWith("1W0 is missing on rank 1: add it");
    }

    @Test
    void lowerWhenLoweredAlreadyIsRefused() {
        ScheduleTable lowered = Lowering.lower(Schedules.named("gpipe").table(new Shape(2, 1, 1)));

        assertThatThrownBy(() -> Lowering.lower(lowered))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the table has 0SEND_F0, so it is lowered already: remove sends and receives");
    }
}
