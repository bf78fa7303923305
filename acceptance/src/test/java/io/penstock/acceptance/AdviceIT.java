package io.penstock.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A stage that is twice as slow as it should be is named, and the partition that is proposed keeps its promise. */
@Tag("extended")
class AdviceIT {

    private static final Path DATA = Checkout.home().resolve("examples/data");
    private static final int PLAIN = 8;
    private static final int SLOW = 9;

    /** Layers 8 to 11 have the slow width: they are the third of four stages of eight layers, a product and a tanh each. */
    private static final List<Integer> WIDTHS = IntStream.range(0, 16)
            .map(layer -> layer >= 9 && layer <= 12 ? SLOW : PLAIN)
            .boxed()
            .toList();

    @TempDir
    Path folder;

    @Test
    void adviceWhenOneStageIsSlowNamesItAndItsRepairKeepsThePromise() {
        try (Cluster cluster = Cluster.start(folder, DATA, PacedWorkers.orchestrator());
                PacedWorkers workers = new PacedWorkers(
                        cluster,
                        4,
                        folder,
                        "-D" + PacedProvider.KERNEL_MICROS + "=3000",
                        "-D" + PacedProvider.SLOW_WIDTH + "=" + SLOW,
                        "-D" + PacedProvider.SLOW_TIMES + "=2")) {
            String before = train(cluster, "[8, 8, 8, 7]");
            JsonNode advice = cluster.json("/jobs/" + before + "/advice");

            assertThat(advice.get("slow").get("stage").asInt()).as("%s", advice).isEqualTo(2);
            assertThat(advice.get("slow").get("times").asDouble()).isCloseTo(2, within(0.3));
            double promised =
                    advice.get("repair").get("predictedBubble").get("makespan").asDouble();
            assertThat(promised).isLessThan(cluster.leastBubble(before) - 0.05);

            String after = train(cluster, advice.get("repair").get("layers").toString());

            assertThat(cluster.leastBubble(after)).as("%s", advice).isCloseTo(promised, within(0.02));
        }
    }

    private static String train(Cluster cluster, String layers) {
        String id = cluster.submit(Jobs.paced(
                WIDTHS, 8, "\"pipeline\": 4, \"microBatches\": 8, \"schedule\": \"1f1b\", \"layers\": " + layers));
        JsonNode job = cluster.awaitEnd(id, Duration.ofMinutes(2));
        assertThat(job.get("state").asString()).as("%s", job).isEqualTo("SUCCEEDED");
        return id;
    }
}
