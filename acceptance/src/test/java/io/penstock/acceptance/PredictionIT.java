package io.penstock.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.Dialect;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleText;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.simulate.Simulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Four worker processes whose F, I and W take the same time: what is measured is what was simulated. */
class PredictionIT {

    private static final Path DATA = Checkout.home().resolve("examples/data");
    private static final int ACTION_MICROS = 40_000;
    private static final int STEPS = 6;

    @TempDir
    static Path folder;

    private static Cluster cluster;
    private static PacedWorkers workers;

    @BeforeAll
    static void start() {
        cluster = Cluster.start(folder, DATA, PacedWorkers.orchestrator());
        workers = new PacedWorkers(cluster, 4, folder, "-D" + PacedProvider.ACTION_MICROS + "=" + ACTION_MICROS);
    }

    @AfterAll
    static void stop() {
        workers.close();
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1f1b", "zb-v"})
    void bubbleWhenActionsTakeExactTimesIsTheSimulatedOne(String schedule) {
        assertMeasuredIsSimulated(schedule, 8);
    }

    static Stream<Arguments> runs() {
        return Stream.concat(
                Schedules.names().stream().map(schedule -> Arguments.of(schedule, 16)),
                Stream.of(Arguments.of("auto", 8)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    @Tag("extended")
    void bubbleWhenAnyScheduleTakesExactTimesIsTheSimulatedOne(String schedule, int microBatches) {
        assertMeasuredIsSimulated(schedule, microBatches);
    }

    private static void assertMeasuredIsSimulated(String schedule, int microBatches) {
        String id = cluster.submit(Jobs.paced(
                Collections.nCopies(17, 4),
                STEPS,
                "\"pipeline\": 4, \"microBatches\": %d, \"schedule\": \"%s\"".formatted(microBatches, schedule)));
        JsonNode job = cluster.awaitEnd(id, Duration.ofMinutes(2));
        assertThat(job.get("state").asString()).as("%s", job).isEqualTo("SUCCEEDED");

        double simulated = simulated(cluster.csv("/jobs/" + id + "/schedule"));

        assertThat(cluster.leastBubble(id)).as("%s", job).isCloseTo(simulated, within(0.03));
        assertThat(job.get("predictedBubble").get("makespan").asDouble()).isBetween(0.0, 1.0);
    }

    private static double simulated(String csv) {
        ScheduleTable table = ScheduleText.parse(csv, Dialect.PYTORCH);
        PipelineCosts costs =
                PipelineCosts.even(table.stages().stages(), new StageCosts(1, 1, 1), StageSizes.ZERO, Link.INSTANT);
        return Simulator.simulate(table, costs).bubble().makespan();
    }
}
