package io.penstock.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.screen.TimelineText.Block;
import io.penstock.common.schedule.Action;
import io.penstock.common.simulate.Timeline.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineTextTest {

    private static final Screen NARROW = new Screen(40, false);

    @Test
    void linesWhenStepIsShortGivesEqualActionsEqualWidth() {
        List<List<Span>> ranks = List.of(
                List.of(span("0F0", 0, 1), span("0F1", 1, 2), span("0B0", 4, 6)),
                List.of(span("1F0", 1, 2), span("1B0", 2, 4)));

        assertThat(TimelineText.lines(ranks, Unit.PLAIN, NARROW))
                .containsExactly(
                        "         |0        |2        |4",
                        "rank 0   F0---F1---..........B0--------",
                        "rank 1   .....F0---B0--------..........",
                        "         F forward, B backward, . idle");
    }

    @Test
    void linesWhenARankHasTwoChunksTellsThemApart() {
        List<List<Span>> ranks = List.of(List.of(span("0F0", 0, 1), span("3F0", 1, 2), span("3I0", 2, 3)));

        assertThat(TimelineText.lines(ranks, Unit.PLAIN, NARROW))
                .containsExactly(
                        "         |0        |1        |2",
                        "rank 0   F0--------f0--------i0--------",
                        "         F forward, I backward for the input, . idle; lower case: every second chunk");
    }

    @Test
    void linesWhenStepIsLongCutsItIntoPanels() {
        List<Span> spans = IntStream.range(0, 40)
                .mapToObj(i -> span("0F" + i % 10, i, i + 1))
                .toList();

        List<String> lines = TimelineText.lines(List.of(spans), Unit.PLAIN, NARROW);

        assertThat(lines)
                .containsExactly(
                        "         |0        |5        |10",
                        "rank 0   F0F1F2F3F4F5F6F7F8F9F0F1F2F3",
                        "           |15       |20       |25",
                        "rank 0   F4F5F6F7F8F9F0F1F2F3F4F5F6F7",
                        "             |30       |35",
                        "rank 0   F8F9F0F1F2F3F4F5F6F7F8F9",
                        "         F forward, . idle");
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 2_000, 100_000})
    void linesWhenStepIsAnyLongFitsIntoTheScreen(int microBatches) {
        List<Span> spans = IntStream.range(0, microBatches)
                .mapToObj(i -> span("0F" + i, i * 0.37, (i + 1) * 0.37))
                .toList();

        List<String> lines = TimelineText.lines(List.of(spans, spans), Unit.PLAIN, Screen.plain());

        assertThat(lines).allMatch(line -> line.length() <= 100).hasSizeLessThanOrEqualTo(62);
        assertThat(lines.stream().filter(line -> line.startsWith("rank 1"))).hasSizeGreaterThanOrEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 100, 173})
    void linesWhenActionsAreDrawnCoverEachColumnOnce(int columns) {
        List<Span> spans = new ArrayList<>();
        double time = 0;
        for (int i = 0; i < 30; i++) {
            double length = 1 + i % 3 * 0.7;
            spans.add(span("0F" + i, time, time + length));
            time += length;
        }

        List<String> rows = TimelineText.lines(List.of(spans), Unit.PLAIN, new Screen(columns, false)).stream()
                .filter(line -> line.startsWith("rank"))
                .map(line -> line.substring(9))
                .toList();

        assertThat(String.join("", rows)).doesNotContain(".");
        assertThat(rows).allMatch(row -> row.length() <= columns - 9);
    }

    @Test
    void linesWhenColourIsThereMarksKindsAndChunks() {
        List<List<Span>> ranks = List.of(List.of(span("0F0", 0, 1), span("1F0", 1, 2)));

        String row = TimelineText.lines(ranks, Unit.PLAIN, new Screen(40, true)).get(1);

        assertThat(row)
                .isEqualTo("rank 0   \u001b[38;5;231;48;5;25mF0%s\u001b[0m\u001b[38;5;16;48;5;117mf0%s\u001b[0m"
                        .formatted(" ".repeat(13), " ".repeat(13)));
    }

    @Test
    void linesWhenOneBlockEndsEarlierLeavesTheRestOfItOut() {
        List<Span> longer = IntStream.range(0, 20)
                .mapToObj(i -> span("0F" + i % 10, i, i + 1))
                .toList();

        List<String> lines = TimelineText.lines(
                Unit.PLAIN, NARROW, new Block("one", List.of(longer)), new Block("two", List.of(longer.subList(0, 3))));

        assertThat(lines)
                .containsExactly(
                        "         |0        |5",
                        "one",
                        "rank 0   F0F1F2F3F4F5F6F7F8F9",
                        "two",
                        "rank 0   F0F1F2",
                        "         |10       |15",
                        "one",
                        "rank 0   F0F1F2F3F4F5F6F7F8F9",
                        "         F forward, . idle");
    }

    @Test
    void linesWhenTimesAreSecondsShowsMilliseconds() {
        List<List<Span>> ranks = List.of(List.of(span("0F0", 0.5, 0.51), span("0B0", 0.51, 0.53)));

        assertThat(TimelineText.lines(ranks, Unit.MILLISECONDS, NARROW))
                .startsWith("         |0        |10       |20")
                .endsWith("         F forward, B backward, . idle; time in ms");
    }

    @Test
    void linesWhenNothingTakesTimeStillDrawsEachAction() {
        List<List<Span>> ranks = List.of(List.of(span("0F0", 0, 0)), List.of(span("1F0", 0, 0)));

        assertThat(TimelineText.lines(ranks, Unit.PLAIN, NARROW)).hasSize(4);
    }

    private static Span span(String cell, double start, double end) {
        return new Span(Action.parse(cell), start, end);
    }
}
