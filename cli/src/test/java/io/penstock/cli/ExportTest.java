package io.penstock.cli;

import static io.penstock.cli.StubServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.Commands.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportTest {

    @TempDir
    private Path folder;

    private StubServer server;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Outcome export() {
        return Commands.run(
                "export",
                "j1",
                folder.resolve("out/m").toString(),
                "--server",
                server.uri().toString());
    }

    @Test
    void exportWhenThereIsAModelPutsItsFilesIntoTheFolder() throws IOException {
        server.on(
                "GET /jobs/j1/model",
                json(
                        200,
                        "{\"job\": \"j1\", \"files\": [{\"name\": \"config.json\", \"size\": 2},"
                                + " {\"name\": \"model.safetensors\", \"size\": 5}]}"));
        server.on("GET /jobs/j1/model/config.json", json(200, "{}"));
        server.on(
                "GET /jobs/j1/model/model.safetensors",
                new StubServer.Answer(200, "application/octet-stream", "12345"));

        Outcome outcome = export();

        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("wrote 2 files");
        assertThat(outcome.err()).contains("100.0%");
        assertThat(folder.resolve("out/m/model.safetensors")).hasContent("12345");
        try (Stream<Path> files = Files.list(folder.resolve("out/m"))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void exportWhenAFileIsShortLeavesNothingOfIt() {
        server.on(
                "GET /jobs/j1/model",
                json(200, "{\"job\": \"j1\", \"files\": [{\"name\": \"model.safetensors\", \"size\": 6}]}"));
        server.on(
                "GET /jobs/j1/model/model.safetensors",
                new StubServer.Answer(200, "application/octet-stream", "12345"));

        Outcome outcome = export();

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("model.safetensors has 6 bytes but 5 came");
        assertThat(folder.resolve("out/m")).isEmptyDirectory();
    }

    @Test
    void exportWhenThereIsNoModelSaysWhy() {
        server.on(
                "GET /jobs/j1/model",
                json(
                        404,
                        "{\"title\": \"Not Found\", \"code\": \"no_model\", \"detail\": \"job j1 has no model: it is FAILED\"}"));

        Outcome outcome = export();

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("it is FAILED");
        assertThat(folder.resolve("out/m")).doesNotExist();
    }
}
