package io.penstock.orchestrator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.orchestrator.OrchestratorTest;
import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.JobText;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@OrchestratorTest
class PlanApiTest {

    @LocalServerPort
    private int port;

    @Autowired
    private Environment environment;

    private Api api;

    @BeforeEach
    void dial() {
        api = new Api(port);
    }

    @Test
    void planWhenJobIsGoodShowsEveryLayerOnceAndStoresNothing() {
        int before = api.get("/jobs?limit=100").json().get("jobs").size();
        JsonNode plan = api.post("/plans", JobText.of(4)).json();
        assertThat(plan.get("stages")
                        .valueStream()
                        .mapToInt(stage -> stage.get("layers").size())
                        .sum())
                .isEqualTo(7);
        assertThat(plan.get("stages").get(0).get("parameters").asLong()).isPositive();
        assertThat(plan.get("stages").get(0).get("memoryBytes").asLong()).isPositive();
        assertThat(plan.get("predictedBubble").get("makespan").asDouble()).isBetween(0.0, 1.0);
        assertThat(plan.get("timeline")).hasSize(4);
        assertThat(api.get("/jobs?limit=100").json().get("jobs").size()).isEqualTo(before);
    }

    @Test
    void planWhenCostsAreEqualPredictsTheKnownBubble() {
        JsonNode plan = api.post("/plans", JobText.of(1)).json();
        assertThat(plan.get("predictedBubble").get("makespan").asDouble()).isLessThan(1e-9);
    }

    @Test
    void planWhenScheduleIsLeftOutIsTheBestOfWhatWasTried() {
        JsonNode plan =
                api.post("/plans", JobText.parallel("{\"pipeline\": 2}")).json();
        assertThat(plan.get("alternatives"))
                .isNotEmpty()
                .allSatisfy(other -> assertThat(other.path("stepSeconds").asDouble(Double.MAX_VALUE))
                        .isGreaterThanOrEqualTo(plan.get("stepSeconds").asDouble() * (1 - 1e-9)))
                .anySatisfy(
                        other -> assertThat(other.path("refused").asString("")).contains("layers"));
        assertThat(plan.get("chunks").asInt()).isPositive();
        assertThat(plan.get("microBatches").asInt()).isIn(2, 4, 8);
    }

    @Test
    void schedulesAreListedWithAnExample() {
        JsonNode schedules = api.get("/schedules").json();
        assertThat(schedules.valueStream().map(it -> it.get("name").asString()))
                .startsWith("naive", "gpipe", "1f1b")
                .contains("zb-v", "hanayo");
        JsonNode zeroBubble = schedules
                .valueStream()
                .filter(it -> it.get("name").asString().equals("zb-v"))
                .findFirst()
                .orElseThrow();
        assertThat(zeroBubble.get("defaultChunks").asInt()).isEqualTo(2);
        assertThat(zeroBubble.get("stageMap").asString()).isEqualTo("wave");
        assertThat(zeroBubble.get("splitsBackward").asBoolean()).isTrue();
        assertThat(zeroBubble.get("bubble").get("makespan").asDouble()).isCloseTo(1.5 / 25.5, within(1e-9));
        assertThat(schedules.get(2).get("peakActivations").toString()).isEqualTo("[4,3,2,1]");
        assertThat(schedules.get(2).get("splitsBackward").asBoolean()).isFalse();
    }

    @Test
    void openApiDescribesEveryCallAndTheJob() {
        JsonNode document = api.get("/v3/api-docs").json();
        assertThat(document.get("paths").propertyNames())
                .contains(
                        "/jobs",
                        "/jobs/{id}",
                        "/jobs/{id}/stop",
                        "/jobs/{id}/events",
                        "/jobs/{id}/metrics",
                        "/jobs/{id}/schedule",
                        "/jobs/{id}/timeline",
                        "/jobs/{id}/profile",
                        "/jobs/{id}/advice",
                        "/plans",
                        "/schedules",
                        "/workers",
                        "/version");
        JsonNode schemas = document.get("components").get("schemas");
        assertThat(schemas.get("Job").get("properties").propertyNames()).contains("state", "loss", "progress", "spec");
        assertThat(schemas.get("JobSpec").get("properties").propertyNames()).contains("model", "training");
    }

    @Test
    void healthAndMetersAreOnTheManagementPort() {
        Api management = new Api(environment.getRequiredProperty("local.management.port", Integer.class));
        assertThat(management.get("/actuator/health/liveness").status()).isEqualTo(200);
        assertThat(management.get("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(management.get("/actuator/prometheus").raw().body()).contains("penstock_build_info");
        Api.Answer targets = management.get("/actuator/targets");
        assertThat(targets.contentType()).isEqualTo("application/json");
        assertThat(targets.json().isArray()).isTrue();
        assertThat(api.get("/actuator/prometheus").status()).isEqualTo(404);
    }

    @Test
    void portFileNamesWhatServes() throws Exception {
        JsonNode ports = new JsonMapper().readTree(Files.readAllBytes(Path.of("target/state/ports.json")));
        assertThat(ports.get("api").asInt()).isPositive();
        assertThat(ports.get("management").asInt()).isPositive();
        assertThat(ports.get("control").asInt()).isPositive();
        assertThat(ports.get("pid").asLong()).isEqualTo(ProcessHandle.current().pid());
    }
}
