package io.penstock.orchestrator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.Script;
import io.penstock.orchestrator.setting.PenstockProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

class ModelApiTest extends ApiWithWorkers {

    @Autowired
    private PenstockProperties properties;

    @Test
    void modelWhenTheJobWaitsIsAConflict() {
        String id = submit(JobText.of(4));

        Api.Answer answer = api.get("/jobs/" + id + "/model");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("no_model");
        stopAndDelete(id);
        assertThat(api.get("/jobs/" + id + "/model").code()).isEqualTo("job_unknown");
    }

    @Test
    void modelWhenWorkersCouldNotWriteItIsMissingWithTheReason() {
        workers(1, Script.good(2));
        String id = submit(JobText.of(1));
        JsonNode job = awaitState(id, "SUCCEEDED");

        Api.Answer answer = api.get("/jobs/" + id + "/model");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(job.get("reason").asString()).contains("worker w-0 (rank 0): it trains nothing");
        assertThat(answer.json().get("detail").asString())
                .contains(job.get("reason").asString());
    }

    @Test
    void modelWhenStoredIsListedServedAndDeletedWithTheJob() throws IOException {
        workers(1, Script.good(2));
        String id = submit(JobText.of(1));
        awaitState(id, "SUCCEEDED");
        Path model = Files.createDirectories(
                properties.dataRoot().resolve(properties.models()).resolve(id));
        Files.writeString(model.resolve("config.json"), "{\"model_type\": \"x\"}");
        Files.write(model.resolve("model.safetensors"), new byte[1234]);
        Files.writeString(model.resolve(".secret"), "no");

        JsonNode files = api.get("/jobs/" + id + "/model").json().get("files");

        assertThat(files).hasSize(2);
        assertThat(files.get(1).get("name").asString()).isEqualTo("model.safetensors");
        assertThat(files.get(1).get("size").asLong()).isEqualTo(1234);
        assertThat(api.get("/jobs/" + id + "/model/config.json")
                        .json()
                        .get("model_type")
                        .asString())
                .isEqualTo("x");
        assertThat(api.get("/jobs/" + id + "/model/model.safetensors").raw().body())
                .hasSize(1234);
        for (String other : new String[] {".secret", "..%2Fdigits.csv.gz", "shards-1", "%2e%2e"}) {
            assertThat(api.get("/jobs/" + id + "/model/" + other).status())
                    .as(other)
                    .isBetween(400, 499);
        }
        assertThat(api.delete("/jobs/" + id).status()).isEqualTo(204);
        assertThat(model).doesNotExist();
    }
}
