package io.penstock.orchestrator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.Planned;
import io.penstock.common.schedule.StageMap;
import io.penstock.engine.job.InvalidJobException;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.rule.FieldError;
import io.penstock.orchestrator.fake.JobText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PlanningTest {

    private static final Pattern FIX = Pattern.compile("use at least (\\d+)");

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "examples"))) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void checkWhenJobIsAnExampleAcceptsIt(Path example) throws IOException {
        JobSpec job = JobReader.read(Files.readAllBytes(example));

        assertThatCode(() -> Planning.check(job)).doesNotThrowAnyException();
    }

    @Test
    void planWhenModelIsSmallSpreadsLayersByCost() {
        Plan plan = plan("{\"pipeline\": 4, \"microBatches\": 2, \"schedule\": \"1f1b\"}")
                .plan();

        assertThat(plan.partition().getFirst().from()).isZero();
        assertThat(plan.partition().getLast().to()).isEqualTo(7);
        assertThat(plan.table().stages()).isEqualTo(StageMap.loop(4, 1));
    }

    @Test
    void planWhenUserPlacesTheStagesKeepsThem() {
        Plan plan = plan("{\"pipeline\": 2, \"microBatches\": 4, \"stageRanks\": [0, 1, 1, 0, 1]}")
                .plan();

        assertThat(plan.schedule()).isEqualTo("auto");
        assertThat(plan.table().stages()).isEqualTo(StageMap.of(List.of(0, 1, 1, 0, 1)));
        assertThat(plan.partition()).hasSize(5);
        InvalidJobException refusal = catchThrowableOfType(
                InvalidJobException.class,
                () -> plan("{\"pipeline\": 2, \"microBatches\": 4, \"stageRanks\": [0, 1, 0, 1, 0, 1, 0, 1]}"));
        assertThat(refusal.errors().getFirst())
                .isEqualTo(new FieldError(
                        "/parallelism/stageRanks",
                        "parallelism.stageRanks has 8 stages but the model has 7 layers: use at most 7"));
    }

    @Test
    void planWhenAllIsLeftOutRunsOnOneRank() {
        Plan plan = plan("{}").plan();

        assertThat(plan.table().stages().ranks()).isEqualTo(1);
        assertThat(plan.table().microBatches()).isEqualTo(1);
    }

    @Test
    void planWhenAutoChoosesNothingWorseThanWhatItTried() {
        Planned planned = plan("{\"pipeline\": 3}");

        assertThat(planned.plan().table().microBatches()).isIn(3, 6);
        assertThat(planned.alternatives())
                .filteredOn(other -> other.stepSeconds() != null)
                .hasSizeGreaterThan(5)
                .allSatisfy(other -> assertThat(planned.timeline().makespan())
                        .isLessThanOrEqualTo(other.stepSeconds() * (1 + 1e-9)));
    }

    @Test
    void planWhenLayersAreGivenCutsThere() {
        Plan plan = plan("{\"pipeline\": 2, \"schedule\": \"gpipe\", \"layers\": [5, 2]}")
                .plan();

        assertThat(plan.partition()).containsExactly(new LayerRange(0, 5), new LayerRange(5, 7));
    }

    @Test
    void planWhenLayersDoNotFitNamesNumbersAndFix() {
        FieldError error = refusal("{\"pipeline\": 2, \"schedule\": \"gpipe\", \"layers\": [4, 2]}");

        assertThat(error.pointer()).isEqualTo("/parallelism/layers");
        assertThat(error.detail())
                .contains("parallelism.layers is [4, 2] but there are 2 stages and 7 layers: give each stage at least 1"
                        + " layer, 7 in all");
    }

    @Test
    void checkWhenLayersDoNotFitTheUsersStagesRefusesAtOnce() {
        FieldError error = refusal("{\"pipeline\": 2, \"stageRanks\": [0, 1, 1], \"layers\": [4, 3]}");

        assertThat(error.pointer()).isEqualTo("/parallelism/layers");
        assertThat(error.detail()).contains("there are 3 stages and 7 layers");
    }

    @ParameterizedTest
    @CsvSource({"1f1b, 2", "gpipe, 2", "zb-h1, 2", "interleaved-1f1b, 2", "zb-v, 2", "auto, 2", "looped-bfs, 1"})
    void planWhenMemoryIsTooSmallNamesWhatIsEnough(String schedule, int pipeline) {
        String large = """
                {"name": "large",
                 "model": {"type": "mlp", "inputSize": 4, "hiddenSizes": [512, 512, 512], "outputSize": 2},
                 "data": {"type": "synthetic", "samples": 64, "inputSize": 4, "classes": 2},
                 "training": {"batchSize": 8, "epochs": 1, "loss": "cross_entropy",
                              "optimizer": {"type": "sgd", "learningRate": 0.1}},
                 "parallelism": {"pipeline": %d, "microBatches": 4, "schedule": "%s", "memoryMiB": %d}}
                """;

        FieldError error = refusal(JobReader.read(large.formatted(pipeline, schedule, 1)));

        assertThat(error.pointer()).isEqualTo("/parallelism/memoryMiB");
        assertThat(error.detail()).contains("parallelism.memoryMiB is 1 but rank ", " MiB with schedule ");
        Matcher fix = FIX.matcher(error.detail());
        assertThat(fix.find()).isTrue();
        JobSpec fixed = JobReader.read(large.formatted(pipeline, schedule, Integer.parseInt(fix.group(1))));
        assertThatCode(() -> Planning.check(fixed)).doesNotThrowAnyException();
    }

    @Test
    void planWhenTableIsTheUsersExecutesIt() {
        Plan plan = plan(table(2, "0F0,0F1,0I0,0W0,0B1\\n1F0,1B0,1F1,1B1")).plan();

        assertThat(plan.schedule()).isEqualTo("csv");
        assertThat(plan.table().of(1).toString())
                .isEqualTo("[1RECV_F0, 1F0, 1RECV_F1, 1B0, 1SEND_B0, 1F1, 1B1, 1SEND_B1]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0F0,0F0,0B0\\n1F0,1B0         | (rule: every F, and every B or I and W, runs exactly once
                    0B0,0F0\\n1F0,1B0             | >>0B0<<
                    0F0,0B0,0F1,0B1\\n1F1,1F0,1B1,1B0 | (rule: no rank waits for ever)
                    0F0,0SEND_F0,0RECV_B0,0B0\\n1RECV_F0,1F0,1B0,1SEND_B0 | so it is lowered already: remove sends
                    0F0,0B0\\n1F0,1X0             | line 2, column 5, cell '1X0'
                    0F0,0B0\\n1F0,1B0\\n2F0,2B0   | parallelism.pipeline is 2 but the schedule's table has 3 lines
                    0F0,0B0,2F0,2B0\\n1F0,1B0,0F0 | 0F0 stands on rank 1 but rank 0 owns stage 0
                    """)
    void planWhenTableIsIllegalNamesTheRuleAndMarksTheCell(String csv, String detail) {
        FieldError error = refusal(table(2, csv));

        assertThat(error.pointer()).startsWith("/parallelism/");
        assertThat(error.detail()).contains(detail);
    }

    @Test
    void planWhenTableHasMoreMicroBatchesThanSamplesIsRefused() {
        String line = "0F%1$d,0B%1$d,";
        StringBuilder csv = new StringBuilder();
        for (int microBatch = 0; microBatch < 9; microBatch++) {
            csv.append(line.formatted(microBatch));
        }

        assertThat(refusal(table(1, csv.toString())))
                .isEqualTo(new FieldError(
                        "/parallelism/schedule/csv",
                        "the schedule's table has 9 micro-batches but training.batchSize is 8: use at most 8"));
    }

    private static String table(int pipeline, String csv) {
        return "{\"pipeline\": %d, \"schedule\": {\"csv\": \"%s\"}}".formatted(pipeline, csv);
    }

    private static Planned plan(String parallelism) {
        return Planning.plan(JobReader.read(JobText.parallel(parallelism)), 10);
    }

    private static FieldError refusal(String parallelism) {
        return refusal(JobReader.read(JobText.parallel(parallelism)));
    }

    private static FieldError refusal(JobSpec job) {
        InvalidJobException refused = catchThrowableOfType(InvalidJobException.class, () -> Planning.check(job));
        assertThat(refused).isNotNull();
        assertThat(refused.errors()).hasSize(1);
        return refused.errors().getFirst();
    }
}
