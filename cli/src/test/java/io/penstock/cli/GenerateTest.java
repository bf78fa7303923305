package io.penstock.cli;

import static io.penstock.cli.StubServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.Commands.Outcome;
import io.penstock.cli.client.Json;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class GenerateTest {

    private static final String TRAINED = """
            {"id": "j1", "state": "SUCCEEDED",
             "spec": {"id": "j1", "name": "kjv", "model": {"type": "gpt2"}, "data": {"type": "text"},
                      "training": {"batchSize": 8, "steps": 600, "loss": "cross_entropy",
                                   "learningRateSchedule": {"type": "cosine", "warmupSteps": 50}}}}
            """;

    @Test
    void generateWhenTheJobHadAWarmUpAsksForTextWithoutTraining() throws IOException {
        try (StubServer server = new StubServer()) {
            server.on("GET /jobs/j1", json(200, TRAINED));
            server.on("POST /jobs", json(202, "{\"id\": \"j2\", \"state\": \"PENDING\"}"));
            server.on(
                    "GET /jobs/j2",
                    json(200, "{\"id\": \"j2\", \"state\": \"SUCCEEDED\", \"generated\": \"In the end\"}"));

            Outcome outcome = Commands.run(
                    "generate", "j1", "--prompt", "In", "--server", server.uri().toString());

            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(outcome.out()).contains("In the end");
            assertThat(Json.MAPPER.readTree(
                            server.requests("POST /jobs").getFirst().body()))
                    .isEqualTo(Json.MAPPER.readTree("""
                            {"name": "generate", "model": {"from": ".penstock-models/j1"}, "data": {"type": "text"},
                             "training": {"batchSize": 8, "loss": "cross_entropy", "steps": 0},
                             "generation": {"prompt": "In", "maxTokens": 100, "temperature": 0.0, "seed": 0}}
                            """));
        }
    }
}
