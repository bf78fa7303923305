package io.penstock.common.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planned;
import io.penstock.common.plan.Planner;
import io.penstock.common.plan.StageWorkload;
import io.penstock.common.schedule.Liveness;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.StageMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pictures and numbers of docs/schedules.md; {@code -Dpenstock.docs=write} writes them anew. */
class SchedulesPageTest {

    private static final Path PAGE = Path.of("../docs/schedules.md");
    private static final Path PICTURES = Path.of("../docs/schedules");
    private static final boolean WRITE = "write".equals(System.getProperty("penstock.docs"));
    private static final StageWorkload WORKLOAD = new StageWorkload(
            List.of(new StageCosts(1, 1, 1)), new StageSizes(1, 0.5, 0), Link.INSTANT, Double.POSITIVE_INFINITY);
    private static final int RANKS = 4;
    private static final int MICRO_BATCHES = 8;
    private static final double PIXELS = 25;
    private static final double LONGEST = 34;
    private static final String TABLE_START = "<!-- computed -->\n";
    private static final String TABLE_END = "<!-- /computed -->\n";

    static Stream<String> names() {
        return Stream.concat(Schedules.names().stream(), Stream.of(PlanRequest.AUTO));
    }

    @ParameterizedTest
    @MethodSource("names")
    void pictureWhenDrawnAnewIsTheCommittedOne(String name) throws IOException {
        Path file = PICTURES.resolve(name + ".svg");
        String picture = picture(name);
        if (WRITE) {
            Files.createDirectories(PICTURES);
            Files.writeString(file, picture);
        }

        assertThat(file).hasContent(picture);
    }

    @Test
    void tableWhenComputedAnewIsTheCommittedOne() throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf(TABLE_START) + TABLE_START.length();
        int end = page.indexOf(TABLE_END);
        String table = table();
        if (WRITE) {
            Files.writeString(PAGE, page.substring(0, start) + table + page.substring(end));
        }

        assertThat(Files.readString(PAGE)).contains(TABLE_START + table + TABLE_END);
    }

    @ParameterizedTest
    @MethodSource("names")
    void pageWhenScheduleExistsShowsIt(String name) throws IOException {
        assertThat(Files.readString(PAGE))
                .contains("\n## " + name + "\n")
                .contains("](schedules/%s.svg)".formatted(name));
    }

    private static Planned planned(String name) {
        return Planner.plan(PlanRequest.of(name, RANKS, null, MICRO_BATCHES), WORKLOAD);
    }

    private static String picture(String name) {
        Planned planned = planned(name);
        String title = "%s on %d ranks with %d micro-batches".formatted(name, RANKS, MICRO_BATCHES);
        StageMap stages = planned.plan().table().stages();
        boolean fits = planned.timeline().makespan() < LONGEST && stages.chunks() <= 2;
        return fits
                ? TimelineSvg.of(title, planned.timeline(), stages, PIXELS)
                : TimelineSvg.of(title, planned.timeline(), stages);
    }

    private static String table() {
        String header = """
                | schedule | chunks | step | makespan bubble | span bubble | live activations by rank | memory |
                | --- | --- | --- | --- | --- | --- | --- |
                """;
        return names().map(SchedulesPageTest::row).collect(Collectors.joining("", header, ""));
    }

    private static String row(String name) {
        Planned planned = planned(name);
        ScheduleTable table = planned.plan().table();
        String peaks = Liveness.peaks(table).stream().map(String::valueOf).collect(Collectors.joining(", "));
        double memory = Collections.max(Liveness.peaks(table, planned.costs().sizes()));
        return String.format(
                Locale.ROOT,
                "| [%s](#%s) | %d | %s | %.1f%% | %.1f%% | %s | %s |%n",
                name,
                name,
                table.stages().chunks(),
                Ticks.text(planned.timeline().makespan()),
                100 * planned.timeline().bubble().makespan(),
                100 * planned.timeline().bubble().span(),
                peaks,
                Ticks.text(memory));
    }
}
