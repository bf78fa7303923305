package io.penstock.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.client.Json;
import io.penstock.cli.client.PlanView;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleText;
import org.junit.jupiter.api.Test;

class PlanTextTest {

    private static final String PLAN = """
            {"schedule": "gpipe", "ranks": 2, "chunks": 1, "microBatches": 1, "bufferDepth": 1, "stepSeconds": 0.006,
             "predictedBubble": {"makespan": 0.5, "span": 0.25},
             "stages": [{"stage": 0, "rank": 0, "range": {"from": 0, "to": 2}, "layers": ["fc0", "relu0"],
                         "parameters": 16640, "memoryBytes": 1048576},
                        {"stage": 1, "rank": 1, "layers": ["fc1", "relu1", "fc2", "relu2", "fc3"],
                         "parameters": 650, "memoryBytes": 524288}],
             "timeline": [[{"action": "0F0", "start": 0, "end": 0.001}, {"action": "0B0", "start": 0.004, "end": 0.006}],
                          [{"action": "1F0", "start": 0.001, "end": 0.002},
                           {"action": "1B0", "start": 0.002, "end": 0.004}]],
             "alternatives": [
               {"schedule": "1f1b", "chunks": 1, "microBatches": 1, "stepSeconds": 0.006,
                "bubble": {"makespan": 0.5, "span": 0.25}, "peakActivations": [1, 1]},
               {"schedule": "zb-v", "chunks": 2, "microBatches": 1, "refused": "4 stages but 3 layers: use at most 3"}]}""";

    @Test
    void linesWhenPlanIsGivenDrawsStagesTimelineAndAlternatives() {
        assertThat(PlanText.lines(Json.read(PLAN, PlanView.class), new Screen(40, false)))
                .containsExactly(
                        "gpipe on 2 ranks, chunks 1, micro-batches 1, buffer depth 1",
                        "",
                        "         |0        |2        |4",
                        "rank 0   F0---...............B0--------",
                        "rank 1   .....F0---B0--------..........",
                        "         F forward, B backward, . idle; time in ms",
                        "",
                        "  step    about 6.00 ms",
                        "  bubble  makespan 50.0%, span 25.0%",
                        "  memory  rank 0 1.0 MiB, rank 1 0.5 MiB",
                        "",
                        "  stage  rank  parameters  MiB  layers",
                        "      0     0      16,640  1.0  fc0 relu0",
                        "      1     1         650  0.5  fc1 ... fc3 (5)",
                        "",
                        "also tried: 2, of which 1 fit",
                        "  schedule  chunks  micro-batches  step ms  makespan bubble  span bubble  activations",
                        "  1f1b           1              1     6.00            50.0%        25.0%            1",
                        "  refused: zb-v, chunks 2, micro-batches 1: 4 stages but 3 layers: use at most 3");
    }

    @Test
    void tableWhenPlanIsGivenIsTheComputedOne() {
        ScheduleTable table = Json.read(PLAN, PlanView.class).table();

        assertThat(ScheduleText.print(table)).isEqualTo("0F0,0B0\n1F0,1B0\n");
    }
}
