package io.penstock.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a newcomer types first. */
class TrainCommandIT {

    @TempDir
    Path folder;

    @Test
    void trainWhenGivenTheDigitsExampleReachesItsAccuracy() throws Exception {
        Process command = train(Checkout.home().resolve("examples/digits-mlp.json"));

        assertThat(command.waitFor(5, TimeUnit.MINUTES)).isTrue();

        assertThat(command.exitValue()).as(log()).isZero();
        JsonNode summary =
                JsonMapper.shared().readTree(folder.resolve("out.json").toFile());
        assertThat(summary.get("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(summary.get("steps").asLong()).isEqualTo(690);
        assertThat(summary.get("validationAccuracy").asDouble()).isGreaterThanOrEqualTo(0.96);
        assertThat(summary.get("workers").size()).isEqualTo(4);
        assertThat(summary.get("bubble").get("makespan").asDouble()).isBetween(0.0, 1.0);
        assertThat(summary.get("predictedBubble").get("span").asDouble()).isBetween(0.0, 1.0);
        assertThat(command.descendants()).isEmpty();
    }

    @Test
    void trainWhenTheJobIsRefusedExitsWithTwoAndNamesTheField() throws Exception {
        Path job = Files.writeString(
                folder.resolve("job.json"),
                Checkout.example("digits-mlp.json").replace("\"pipeline\": 4", "\"pipeline\": 9"));
        Process command = train(job);

        assertThat(command.waitFor(2, TimeUnit.MINUTES)).isTrue();

        assertThat(command.exitValue()).as(log()).isEqualTo(2);
        assertThat(log()).contains("/parallelism/pipeline").contains("the model has 7 layers: use at most 7");
    }

    private Process train(Path job) throws IOException {
        return new ProcessBuilder(
                        Checkout.java(),
                        "-Dpenstock.home=" + Checkout.home(),
                        "-jar",
                        Checkout.app("cli").toString(),
                        "train",
                        "--json",
                        job.toString())
                .redirectOutput(folder.resolve("out.json").toFile())
                .redirectError(folder.resolve("log").toFile())
                .start();
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }
}
