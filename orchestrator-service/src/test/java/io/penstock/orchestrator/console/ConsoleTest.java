package io.penstock.orchestrator.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.orchestrator.OrchestratorTest;
import io.penstock.orchestrator.fake.Api;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

@OrchestratorTest
class ConsoleTest {

    private static final Pattern ELSEWHERE = Pattern.compile("[\"'(\\s]((https?:)?//[\\w.]+\\.\\w+)");

    @LocalServerPort
    private int port;

    @Autowired
    private ConsoleFiles files;

    private Api api;

    @BeforeEach
    void connect() {
        api = new Api(port);
    }

    @Test
    void filesWhenAskedForAreServedWithTheirTypes() {
        assertThat(files.paths()).contains("/", "/index.html", "/console/app.js", "/console/theme.css");
        for (String path : files.paths()) {
            Api.Answer answer = api.get(path);
            assertThat(answer.status()).as(path).isEqualTo(200);
            if (path.endsWith(".js")) {
                assertThat(answer.contentType()).as(path).startsWith("text/javascript");
            }
        }
        assertThat(api.get("/").raw().body()).contains("<title>Penstock</title>");
    }

    @Test
    void headersWhenAnythingIsAskedForKeepTheBrowserHere() {
        for (String path : new String[] {"/", "/console/app.js", "/jobs", "/jobs/none", "/none"}) {
            HttpHeaders headers = api.get(path).raw().headers();
            assertThat(headers.firstValue("Content-Security-Policy").orElseThrow())
                    .as(path)
                    .contains("default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'")
                    .doesNotContain("unsafe", "*", "http");
            assertThat(headers.firstValue("X-Content-Type-Options")).as(path).hasValue("nosniff");
            assertThat(headers.firstValue("Referrer-Policy")).as(path).hasValue("no-referrer");
        }
        assertThat(api.get("/console/app.js").raw().headers().firstValue("Cache-Control"))
                .hasValue("no-cache");
    }

    /** What the policy would block, and what would make a name of a job more than text. */
    @Test
    void filesWhenReadHoldNoMarkupFromTextAndNothingFromElsewhere() throws Exception {
        for (String path : files.paths()) {
            if (path.equals("/")) {
                continue;
            }
            String text = Files.readString(Path.of("src/main/resources/static" + path));
            assertThat(text)
                    .as(path)
                    .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
                    .doesNotContain("new Function", " style=\"", "javascript:");
            if (!path.contains("/vendor/")) {
                assertThat(ELSEWHERE
                                .matcher(text.replace("http://www.w3.org/2000/svg", ""))
                                .results())
                        .as(path)
                        .isEmpty();
            }
        }
    }

    @Test
    void examplesWhenListedAreAcceptedAsPlans() {
        JsonNode examples = api.get("/examples").json();
        assertThat(examples.values())
                .extracting(example -> example.get("name").asString())
                .contains("digits-mlp", "gpt-kjv")
                .isSorted();
        JsonNode course = examples.values().stream()
                .filter(example -> example.get("name").asString().equals("course-mlp"))
                .findFirst()
                .orElseThrow();
        assertThat(api.post("/plans", course.get("text").asString()).status()).isEqualTo(200);
    }
}
