package io.penstock.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.client.Json;
import io.penstock.cli.client.PlanView;
import org.junit.jupiter.api.Test;

class PlanTextTest {

    private static final String PLAN = """
            {"schedule": "gpipe", "ranks": 2, "microBatches": 1, "bufferDepth": 1, "stepSeconds": 0.006,
             "predictedBubble": {"makespan": 0.5, "span": 0.25},
             "stages": [{"stage": 0, "rank": 0, "range": {"from": 0, "to": 2}, "layers": ["fc0", "relu0"],
                         "parameters": 16640, "memoryBytes": 1048576},
                        {"stage": 1, "rank": 1, "layers": ["fc1"], "parameters": 650, "memoryBytes": 524288}],
             "timeline": [[{"action": "0F0", "start": 0, "end": 0.001}, {"action": "0B0", "start": 0.004, "end": 0.006}],
                          [{"action": "1F0", "start": 0.001, "end": 0.0010001},
                           {"action": "1B0", "start": 0.002, "end": 0.004}]]}""";

    @Test
    void linesWhenPlanIsGivenDrawsStagesAndTimeline() {
        assertThat(PlanText.lines(Json.MAPPER.readValue(PLAN, PlanView.class)))
                .containsExactly(
                        "gpipe on 2 ranks, 1 micro-batches, about 6.00 ms a step",
                        "predicted bubble: makespan 50.0%, span 25.0%",
                        "",
                        "stage  rank  parameters  MiB  layers",
                        "    0     0      16,640  1.0  fc0 relu0",
                        "    1     1         650  0.5  fc1",
                        "",
                        "rank 0   F0" + "-".repeat(14) + ".".repeat(48) + "B0" + "-".repeat(30),
                        "rank 1   " + ".".repeat(16) + "F" + ".".repeat(15) + "B0" + "-".repeat(30) + ".".repeat(32));
    }
}
