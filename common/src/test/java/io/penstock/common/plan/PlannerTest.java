package io.penstock.common.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.simulate.StageCosts;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class PlannerTest {

    private static final List<StageCosts> EIGHT_LAYERS = Collections.nCopies(8, new StageCosts(1, 1, 1));

    @Test
    void planWhenEvenLayersPredictsTheKnownBubble() {
        Plan plan = Planner.plan("1f1b", 4, 1, 8, EIGHT_LAYERS, 0);

        assertThat(plan.schedule()).isEqualTo("1f1b");
        assertThat(plan.partition()).extracting(LayerRange::size).containsExactly(2, 2, 2, 2);
        assertThat(plan.predicted().makespan()).isCloseTo(3.0 / 11, within(1e-12));
        assertThat(plan.predicted().span()).isCloseTo(3.0 / 11, within(1e-12));
        assertThat(plan.bufferDepth()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "gpipe", "1f1b"})
    void planWhenWrittenAsJsonIsReadEqual(String schedule) {
        Plan plan = Planner.plan(schedule, 4, 1, 3, EIGHT_LAYERS, 0.25);
        JsonMapper mapper = new JsonMapper();

        String json = mapper.writeValueAsString(plan);

        assertThat(json).contains("[\"0F0\",\"0SEND_F0\"");
        assertThat(mapper.readValue(json, Plan.class)).isEqualTo(plan);
    }

    @Test
    void planWhenMoreStagesThanLayersIsRefused() {
        assertThatThrownBy(() -> Planner.plan("gpipe", 9, 1, 8, EIGHT_LAYERS, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parallelism.pipeline is 9 but the model has 8 layers: use at most 8");
    }
}
