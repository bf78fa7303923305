package io.penstock.common.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoweringTest {

    @Test
    void lowerWhenPyTorchTableGivesPyTorchResult() {
        StageMap stages = new StageMap(2, 2);
        ScheduleTable compute = ScheduleText.parse(Oracles.read("zb1p_2rank_4stage_8mb.compute.csv"), stages, 8);

        assertThat(ScheduleText.print(Lowering.lower(compute)))
                .isEqualTo(Oracles.read("zb1p_2rank_4stage_8mb.comms.csv"));
    }
}
