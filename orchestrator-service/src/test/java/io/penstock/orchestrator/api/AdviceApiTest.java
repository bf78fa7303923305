package io.penstock.orchestrator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.Planned;
import io.penstock.engine.job.JobReader;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import io.penstock.orchestrator.plan.Planning;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AdviceApiTest extends ApiWithWorkers {

    private static final String JOB =
            JobText.parallel("{\"pipeline\": 2, \"microBatches\": 4, \"schedule\": \"1f1b\"}");
    private static final double LATENCY = 1;

    /** Seconds instead of microseconds, so that the error of the clocks does not count. */
    private static final double SCALE = 1e6;

    private final Planned planned = Planning.plan(JobReader.read(JOB), 10);

    @Test
    void adviceWhenAStageIsSlowNamesItAndWhatTheBubbleIsMadeOf() {
        String id = run(2);
        JsonNode advice = api.get("/jobs/" + id + "/advice").json();
        assertThat(advice.get("slow").get("stage").asInt()).isEqualTo(1);
        assertThat(advice.get("slow").get("rank").asInt()).isEqualTo(1);
        assertThat(advice.get("slow").get("worker").asString()).isEqualTo("w-1");
        assertThat(advice.get("slow").get("times").asDouble()).isCloseTo(2, within(1e-6));
        double sum = advice.get("parts")
                .valueStream()
                .mapToDouble(JsonNode::asDouble)
                .sum();
        double bubble = advice.get("bubble").get("makespan").asDouble();
        assertThat(sum).isCloseTo(bubble, within(1e-9));
        assertThat(advice.get("parts").get("jitter").asDouble()).isCloseTo(0, within(1e-3));
        assertThat(advice.get("parts").get("transfer").asDouble()).isPositive();
        assertThat(advice.get("parts").get("imbalance").asDouble()).isGreaterThan(0.05);
        double seconds = advice.get("stepSeconds").asDouble();
        assertThat(advice.get("predictedStepSeconds").asDouble()).isCloseTo(seconds, within(1e-3 * seconds));
        assertThat(advice.get("repair").get("layers").toString()).isEqualTo("[4,3]");
        assertThat(advice.get("repair").get("predictedStepSeconds").asDouble()).isLessThan(seconds);
        assertThat(advice.get("alternatives")
                        .valueStream()
                        .map(it -> it.get("schedule").asString()))
                .contains("zb-h1", "gpipe", "zb-v");
        assertThat(advice.get("text").valueStream().map(JsonNode::asString))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("Stage 1 on worker w-1 (rank 1) is slow: it takes 2.0 times its share"))
                .anySatisfy(line -> assertThat(line).contains("uneven stages"));
    }

    @Test
    void adviceWhenNothingIsWrongNamesNobody() {
        String id = run(1);
        JsonNode advice = api.get("/jobs/" + id + "/advice").json();
        assertThat(advice.has("slow")).isFalse();
        assertThat(advice.has("repair")).isFalse();
    }

    @Test
    void profileWhenStepsWereRecordedShowsStagesAndWays() {
        String id = run(1);
        JsonNode profile = api.get("/jobs/" + id + "/profile").json();
        assertThat(profile.get("steps").asInt()).isEqualTo(2);
        assertThat(profile.get("latencySeconds").asDouble()).isCloseTo(LATENCY, within(1e-3));
        assertThat(profile.get("stages")).hasSize(2);
        for (int stage = 0; stage < 2; stage++) {
            StageCosts expected = planned.costs().times().get(stage).times(SCALE);
            JsonNode row = profile.get("stages").get(stage);
            assertThat(row.get("rank").asInt()).isEqualTo(stage);
            assertThat(row.get("forwardSeconds").asDouble()).isCloseTo(expected.forward(), within(1e-6));
            assertThat(row.get("backwardInputSeconds").asDouble()).isCloseTo(expected.backwardInput(), within(1e-6));
            assertThat(row.get("backwardWeightSeconds").asDouble()).isCloseTo(expected.backwardWeight(), within(1e-6));
            assertThat(row.has("transferSeconds")).isEqualTo(stage < 1);
        }
        JsonNode first = profile.get("stages").get(0);
        assertThat(first.get("outputBytes").asDouble())
                .isEqualTo(planned.costs().sizes().getFirst().output());
        assertThat(first.get("transferSeconds").asDouble()).isCloseTo(LATENCY, within(1e-3));
        assertThat(first.get("bytesPerSecond").asDouble())
                .isCloseTo(first.get("outputBytes").asDouble() / LATENCY, within(1.0));
    }

    @Test
    void adviceWhenNothingIsRecordedYetIsAConflict() {
        String id = submit(JOB);
        assertThat(api.get("/jobs/" + id + "/advice").status()).isEqualTo(409);
        assertThat(api.get("/jobs/" + id + "/profile").code()).isEqualTo("not_recorded");
        assertThat(api.get("/jobs/unknown/advice").code()).isEqualTo("job_unknown");
        stopAndDelete(id);
    }

    /** @param slowness of stage 1 */
    private String run(double slowness) {
        List<StageCosts> costs = IntStream.range(0, 2)
                .mapToObj(stage -> planned.costs().times().get(stage).times(SCALE * (stage == 1 ? slowness : 1)))
                .toList();
        PipelineCosts exact = new PipelineCosts(costs, Link.latency(LATENCY));
        workers(2, Script.good(40).costing(exact));
        String id = submit(JOB);
        awaitState(id, "SUCCEEDED");
        return id;
    }
}
