package io.penstock.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The doctor on the machine of the test, which can run all other tests. */
class DoctorIT {

    @TempDir
    Path folder;

    @Test
    void doctorSeesThatThisMachineComputes() throws Exception {
        Path out = folder.resolve("out.json");
        Process command = new ProcessBuilder(
                        Checkout.java(),
                        "-Dpenstock.home=" + Checkout.home(),
                        "-jar",
                        Checkout.app("cli").toString(),
                        "doctor",
                        "--json",
                        "--workers",
                        "1",
                        "--state",
                        folder.toString())
                .redirectOutput(out.toFile())
                .start();

        assertThat(command.waitFor(2, TimeUnit.MINUTES)).isTrue();

        JsonNode report = JsonMapper.shared().readTree(out.toFile());
        Map<String, JsonNode> findings = report.get("findings")
                .valueStream()
                .collect(Collectors.toMap(finding -> finding.get("check").asString(), finding -> finding));
        assertThat(findings)
                .containsOnlyKeys(
                        "java",
                        "processor",
                        "memory",
                        "open files",
                        "clock",
                        "port 8080",
                        "port 8081",
                        "port 7070",
                        "data root",
                        "state",
                        "backend",
                        "gpu");
        assertThat(findings.get("backend").get("detail").asString()).contains("GFLOP/s");
        assertThat(findings.get("java").get("level").asString()).isEqualTo("OK");
        assertThat(command.exitValue()).isEqualTo(report.get("healthy").asBoolean() ? 0 : 1);
    }
}
