package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.cli.Commands.Outcome;
import io.penstock.cli.client.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class SimulateTest {

    private static final Path ORACLES = Path.of("..", "common", "src", "test", "resources", "oracles");
    private static final String FOUR = "--ranks 4 --micro-batches 8";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            4, 1, 1, 1, naive, -, 48
            4, 1, 1, 1, gpipe, -, 21
            4, 1, 1, 1, 1f1b, -, 21
            4, 1, 1, 1, zb-h1, -, 15
            4, 1, 1, 1, zb-h2, -, 16
            4, 1, 1, 1, interleaved-1f1b, 2, 16.5
            4, 1, 1, 1, looped-bfs, 4, 14.25
            8, 1, 1, 1, naive, -, 96
            8, 1, 1, 1, gpipe, -, 33
            8, 1, 1, 1, 1f1b, -, 33
            8, 1, 1, 1, zb-h1, -, 27
            8, 1, 1, 1, zb-h2, -, 27
            8, 1, 1, 1, interleaved-1f1b, 2, 28.5
            8, 1, 1, 1, interleaved-1f1b, 4, 26.25
            8, 1, 1, 1, looped-bfs, 2, 28.5
            8, 1, 1, 1, zb-v, -, 25.5
            12, 2, 3, 1, naive, -, 288
            12, 2, 3, 1, gpipe, -, 90
            12, 2, 3, 1, 1f1b, -, 90
            12, 2, 3, 1, zb-h1, -, 84
            12, 2, 3, 1, zb-h2, -, 81
            12, 2, 3, 1, interleaved-1f1b, 2, 81
            12, 2, 3, 1, interleaved-1f1b, 4, 76.5
            """)
    void simulateWhenNamedGivesGoldenMakespan(
            int microBatches, double f, double i, double w, String schedule, Integer chunks, double makespan) {
        String shape =
                "--ranks 4 --micro-batches %d --forward %s --backward-input %s --backward-weight %s --schedule %s"
                        .formatted(microBatches, f, i, w, schedule);

        JsonNode answer = json(chunks == null ? shape : shape + " --chunks " + chunks);

        double ideal = microBatches * (f + i + w);
        assertThat(answer.at("/valid").asBoolean()).isTrue();
        assertThat(answer.at("/makespan").asDouble()).isCloseTo(makespan, within(1e-9));
        assertThat(answer.at("/ideal").asDouble()).isCloseTo(ideal, within(1e-9));
        assertThat(answer.at("/makespanBubble").asDouble()).isCloseTo(makespan - ideal, within(1e-9));
        assertThat(answer.at("/makespanBubbleRate").asDouble()).isCloseTo(1 - ideal / makespan, within(1e-9));
    }

    @Test
    void simulateWhenJsonHasEveryKey() {
        JsonNode answer = json("--schedule zb-h2 " + FOUR);

        assertThat(answer.propertyNames())
                .containsExactlyInAnyOrder(
                        "valid",
                        "schedule",
                        "ranks",
                        "chunks",
                        "microBatches",
                        "makespan",
                        "ideal",
                        "makespanBubble",
                        "makespanBubbleRate",
                        "span",
                        "spanBubble",
                        "spanBubbleRate",
                        "peakActivations",
                        "peakMemory",
                        "bufferDepth",
                        "actions",
                        "criticalPath");
        assertThat(answer.at("/span").asDouble()).isEqualTo(24);
        assertThat(answer.at("/spanBubble").asDouble()).isZero();
        assertThat(answer.at("/spanBubbleRate").asDouble()).isZero();
        assertThat(answer.at("/peakActivations")).hasToString("[7,5,3,1]");
        assertThat(answer.at("/peakMemory/3").asDouble()).isEqualTo(1 + 6 * 0.5);
        assertThat(answer.at("/actions").asInt()).isEqualTo(4 * 8 * 3);
    }

    /** Profiled times and rates of Qi et al., "Zero Bubble Pipeline Parallelism" (2024). */
    @ParameterizedTest
    @CsvSource({"1f1b, .2431", "zb-h1, .1585", "zb-h2, .1083"})
    void simulateWhenProfiledTimesGivesPublishedRate(String schedule, double rate) {
        JsonNode answer = json("--schedule %s --ranks 8 --chunks 1 --micro-batches 24 --forward 18.522"
                .formatted(schedule)
                .concat(" --backward-input 18.086 --backward-weight 9.337 --latency 0.601"));

        assertThat(answer.at("/spanBubbleRate").asDouble()).isCloseTo(rate, within(5e-5));
    }

    @Test
    void simulateWhenTimesAreListedUsesEachStagesOwn() {
        JsonNode answer = json("--schedule gpipe --ranks 2 --micro-batches 1 --latency 0.5"
                + " --forward 1,4 --backward-input 2,5 --backward-weight 3,6");

        assertThat(answer.at("/makespan").asDouble()).isEqualTo(22);
    }

    @Test
    void simulateWhenOneTimeStandsBesideAListIsOfAWholeRank() {
        String shape = "--schedule interleaved-1f1b --ranks 2 --micro-batches 4 --backward-input 2 --forward ";

        assertThat(json(shape + "1,1,1,1").at("/makespan").asDouble())
                .isEqualTo(json(shape + "2").at("/makespan").asDouble());
    }

    @ParameterizedTest
    @CsvSource({"--bandwidth 4 --output-bytes 8, 9", "--bandwidth 4 --output-bytes 8 --latency 1, 11", "--latency 3, 11"
    })
    void simulateWhenTransfersTakeTimeAddsThem(String link, double makespan) {
        JsonNode answer = json("--schedule gpipe --ranks 2 --micro-batches 1 --forward 1 --backward-input 1"
                + " --backward-weight 0.5 " + link);

        assertThat(answer.at("/makespan").asDouble()).isEqualTo(makespan);
    }

    @Test
    void simulateWhenSendsOccupyTheRankDelaysItsNextAction() {
        String shape = "--schedule gpipe --ranks 2 --micro-batches 2 --bandwidth 1 --output-bytes 1";

        assertThat(json(shape).at("/makespan").asDouble()).isEqualTo(9 + 2);
        assertThat(json(shape + " --sends-occupy-rank").at("/makespan").asDouble())
                .isEqualTo(9 + 4);
    }

    @Test
    void lowerWhenOracleIsGivenPrintsPyTorchsTable() throws IOException {
        Outcome outcome = simulate("--lower --csv " + ORACLES.resolve("zb1p_2rank_4stage_8mb.compute.csv"));

        assertThat(outcome.out()).isEqualTo(oracle("zb1p_2rank_4stage_8mb.comms.csv"));
    }

    @ParameterizedTest
    @CsvSource({"compute, 1, 24.5", "comms, 1, 24.5", "compute, 2, 49"})
    void simulateWhenInterleavedOracleGivesKnownMakespan(String table, String time, double makespan) {
        JsonNode answer = json("--csv %s --forward %s --backward-input %s --backward-weight %s"
                .formatted(ORACLES.resolve("zb1p_2rank_4stage_8mb." + table + ".csv"), time, time, time));

        assertThat(answer.at("/makespan").asDouble()).isCloseTo(makespan, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"atomic, 66", "sequence, 63", "ATOMIC, 66"})
    void simulateWhenPairsOverlapGivesKnownMakespan(String pairs, double makespan) {
        JsonNode answer = json("--pairs %s --forward 2 --backward-input 2 --backward-weight 2 --csv %s"
                .formatted(pairs, ORACLES.resolve("dualpipev_4rank_8stage_10mb.compute.csv")));

        assertThat(answer.at("/makespan").asDouble()).isCloseTo(makespan, within(1e-9));
        assertThat(answer.at("/peakActivations")).hasToString("[9,9,9,9]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dualpipe-v", "zb-v", "interleaved-1f1b", "hanayo"})
    void printCsvWhenReadBackIsTheSame(String schedule) throws IOException {
        String csv = simulate("--print-csv --schedule %s %s".formatted(schedule, FOUR))
                .out();

        assertThat(simulate("--print-csv --csv " + file(csv)).out()).isEqualTo(csv);
    }

    @Test
    void printCsvWhenDialectIsOldSpeaksTheNewOne() throws IOException {
        Path old = file("0F0,0B0,0W0,0F1,0BW1\n");

        assertThat(simulate("--print-csv --dialect old --csv " + old).out()).isEqualTo("0F0,0I0,0W0,0F1,0B1\n");
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 4, 8})
    void autoWhenMemoryIsLimitedIsNoWorseThanEachNamedOneThatFits(double limit) {
        String shape = "%s --latency 0.25 --memory-limit %s --schedule ".formatted(FOUR, limit);

        JsonNode best = json(shape + "auto");

        assertThat(best.at("/peakMemory").valueStream().mapToDouble(JsonNode::asDouble))
                .allMatch(peak -> peak <= limit + 1e-9);
        assertThat(best.at("/alternatives")).isNotEmpty();
        Stream.of("naive", "gpipe", "1f1b", "zb-h1", "zb-h2", "interleaved-1f1b", "zb-v")
                .map(schedule -> simulate(shape + schedule + " --json"))
                .filter(named -> named.exitCode() == 0)
                .map(named -> Json.MAPPER.readTree(named.out()))
                .forEach(named -> assertThat(best.at("/makespan").asDouble())
                        .as(named.toString())
                        .isLessThanOrEqualTo(named.at("/makespan").asDouble() + 1e-9));
    }

    @Test
    void autoWhenSpanIsTheObjectiveMakesThatShort() {
        JsonNode best = json("--schedule auto --objective span " + FOUR);

        assertThat(best.at("/spanBubbleRate").asDouble()).isCloseTo(0, within(1e-9));
    }

    @Test
    void autoWhenPrintedIsATableOfTheSameTime() throws IOException {
        String auto = "--schedule auto --latency 0.5 " + FOUR;
        Path csv = file(simulate(auto + " --print-csv").out());

        assertThat(json("--latency 0.5 --csv " + csv).at("/makespan"))
                .isEqualTo(json(auto).at("/makespan"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0F0,0B0,0F1;1F0,1B0,1F1,1B1      | --micro-batches 2                  | COMPLETE | 0 | 3 | 0I1 is missing on rank 0: add it
            0F0,0B0,0F1,0B1;1F0,1B0,1F1,1F1,1B1 | --micro-batches 2               | COMPLETE | 1 | 3 | 1F1 repeats cell 2 of rank 1: remove one
            0F0,0B0,0F1,0B1;1F0,1B0,1F1,1B2  | --micro-batches 2                  | COMPLETE | 1 | 3 | 1B2 is outside of 2 stages and 2 micro-batches
            0B0,0F0;1F0,1B0                  | --ranks 2                          | PROGRESS | 0 | 0 | deadlock: rank 0 waits at cell 0 (0B0) for 0F0; rank 1 waits at cell 0 (1F0) for 1RECV_F0
            0F0,0SEND_F0,0RECV_B0,0B0;1F0,1B0,1SEND_B0 | --ranks 2                | PAIRED   | 0 | 1 | 0SEND_F0 needs 1RECV_F0, which is missing: add it
            0F0,0F1,0B0,0B1;1F0,1B0,1F1,1B1  | --memory-limit 1                   | MEMORY   | 0 | 1 | rank 0 needs 2.000 for activations but its limit is 1.000
            """)
    void simulateWhenTableBreaksARuleNamesRuleRankAndCell(
            String table, String options, String rule, int rank, int cell, String detail) throws IOException {
        String command = "--csv %s %s".formatted(file(table.replace(';', '\n')), options);
        Outcome text = simulate(command);
        Outcome asJson = simulate(command + " --json");

        assertThat(text.exitCode()).isEqualTo(2);
        assertThat(text.out())
                .startsWith("valid: false%nrule: %s%nrank: %d%ncell: %d%n%s".formatted(rule, rank, cell, detail));
        assertThat(asJson.exitCode()).isEqualTo(2);
        JsonNode answer = Json.MAPPER.readTree(asJson.out());
        assertThat(answer.propertyNames()).containsExactly("valid", "rule", "rank", "cell", "detail");
        assertThat(answer.at("/valid").asBoolean()).isFalse();
        assertThat(answer.at("/rule").asString()).isEqualTo(rule);
        assertThat(answer.at("/rank").asInt()).isEqualTo(rank);
        assertThat(answer.at("/cell").asInt()).isEqualTo(cell);
        assertThat(answer.at("/detail").asString()).startsWith(detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --schedule 2f2b --ranks 4 --micro-batches 8           | --schedule is '2f2b' but no schedule has that name
            --schedule zb-v --chunks 3 --ranks 4 --micro-batches 8 | but --chunks is 3: use 2
            --schedule 1f1b --ranks 0 --micro-batches 8           | --ranks is 0: use at least 1
            --schedule 1f1b --ranks 4                             | --micro-batches is missing: give it, or a table with --csv
            --ranks 4 --micro-batches 8                           | --schedule is missing: give it, or a table with --csv
            --schedule 1f1b --ranks 4 --micro-batches 8 --forward 1,2 | 2 times were given for 4 stages: give one, of a whole rank, or one a stage
            --schedule 1f1b --ranks 4 --micro-batches 8 --forward 1,2 --backward-input 1,2,3 | --forward has 2 times but another option has 3
            --schedule 1f1b --ranks 4 --micro-batches 8 --latency -1 | --latency is -1.0: use a number from 0
            --schedule 1f1b --ranks 4 --micro-batches 8 --kept 2  | --kept is 2.0: use a share from 0 to 1
            --schedule 1f1b --ranks 4 --micro-batches 8 --bandwidth 2 | --bandwidth is 2.0 and --output-bytes is 0.0: use more than 0 for both
            --schedule 1f1b --ranks 4 --micro-batches 8 --buffer-depth 0 | a link needs room for at least 1 frame, got 0
            --schedule auto --ranks 4 --micro-batches 8 --memory-limit 0.1 | no schedule fits
            --csv nowhere.csv                                     | --csv is nowhere.csv but there is no such file
            """)
    void simulateWhenOptionsAreWrongSaysTheFixAndExitsWithTwo(String options, String message) {
        Outcome text = simulate(options);
        Outcome asJson = simulate(options + " --json");

        assertThat(text.exitCode()).isEqualTo(2);
        assertThat(text.err()).startsWith("penstock: ").contains(message);
        assertThat(asJson.exitCode()).isEqualTo(2);
        JsonNode answer = Json.MAPPER.readTree(asJson.out());
        assertThat(answer.at("/valid").asBoolean(true)).isFalse();
        assertThat(answer.at("/detail").asString()).contains(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--draw --json", "--buffer-depth many", "--pairs apart", "--forward 1;2", "--micro-batch 8"})
    void simulateWhenSyntaxIsWrongExitsWithTwo(String options) {
        assertThat(simulate("--schedule 1f1b %s %s".formatted(FOUR, options)).exitCode())
                .isEqualTo(2);
    }

    @Test
    void simulateWhenShapeDiffersFromTheFileIsRefused() throws IOException {
        Path csv = file("0F0,0B0\n1F0,1B0\n");

        assertThat(simulate("--ranks 3 --csv " + csv).err()).contains("--ranks is 3 but table.csv has 2 lines");
        assertThat(simulate("--chunks 2 --csv " + csv).err())
                .contains("--chunks is 2 but table.csv has 1 stages on one of its ranks");
    }

    @Test
    void simulateWhenCellIsNoActionNamesItsPlace() throws IOException {
        Path csv = file("0F0,0B0\n1F0,1X0\n");

        assertThat(simulate("--csv " + csv).err()).contains(csv + ": line 2, column 5, cell '1X0': 'X' is no action");
    }

    @Test
    void simulateWhenBufferIsTooSmallForTheOrderIsRefused() {
        Outcome outcome = simulate("--schedule interleaved-1f1b --buffer-depth 1 " + FOUR);

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).contains("rule: PROGRESS").contains("for room on its link of depth 1");
    }

    @Test
    void simulateWhenNothingIsAskedForPrintsASummary() {
        assertThat(simulate("--schedule 1f1b --ranks 2 --micro-batches 2").out().lines())
                .containsExactly(
                        "1f1b on 2 ranks, chunks 1, micro-batches 2: valid",
                        "",
                        "  makespan  9, bubble 3 (33.3%)",
                        "  span      9, bubble 3 (33.3%)",
                        "  ideal     6",
                        "  critical  6 actions: F 33.3%, B 66.7%, waiting 0.0%",
                        "  buffer    depth 2",
                        "",
                        "  rank  busy  idle  busy share  activations  memory",
                        "     0     6     3       66.7%            2       2",
                        "     1     6     3       66.7%            1       1");
    }

    @Test
    void drawWhenAskedForShowsTheTimeline() {
        assertThat(simulate("--draw --schedule 1f1b --ranks 2 --micro-batches 2")
                        .out())
                .contains("rank 0   ")
                .doesNotContain("\u001b");
    }

    @Test
    void svgWhenAskedForPrintsAPicture() {
        assertThat(simulate("--svg --schedule zb-v " + FOUR).out())
                .startsWith("<svg ")
                .endsWith("</svg>\n");
    }

    private JsonNode json(String options) {
        Outcome outcome = simulate(options + " --json");
        assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
        return Json.MAPPER.readTree(outcome.out());
    }

    private static Outcome simulate(String options) {
        return Commands.run(("simulate " + options).split(" "));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("table.csv"), text);
    }

    private static String oracle(String name) throws IOException {
        return Files.readString(ORACLES.resolve(name));
    }
}
