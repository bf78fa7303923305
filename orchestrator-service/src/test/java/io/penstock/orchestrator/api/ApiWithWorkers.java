package io.penstock.orchestrator.api;

import static org.awaitility.Awaitility.await;

import io.penstock.common.wire.ControlServer;
import io.penstock.common.wire.WireTransport;
import io.penstock.orchestrator.OrchestratorTest;
import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.FakeWorker;
import io.penstock.orchestrator.fake.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** A test that speaks to the shared orchestrator and brings fake workers, which are gone before the next test. */
@OrchestratorTest
abstract class ApiWithWorkers {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<FakeWorker> workers = new ArrayList<>();

    Api api;

    @Autowired
    private ControlServer control;

    @Autowired
    private WireTransport transport;

    @LocalServerPort
    private int port;

    @BeforeEach
    void dial() {
        api = new Api(port);
    }

    @AfterEach
    void endWorkers() {
        workers.forEach(FakeWorker::close);
        await().atMost(PATIENCE).until(() -> workers("IDLE") == 0);
    }

    /** One more worker, {@code w-0} first. */
    void worker(Script script) {
        workers.add(new FakeWorker(transport, control.port(), "s3cret", "w-" + workers.size(), script));
    }

    void workers(int count, Script script) {
        for (int i = 0; i < count; i++) {
            worker(script);
        }
    }

    long workers(String state) {
        return api.get("/workers")
                .json()
                .valueStream()
                .filter(row -> row.get("state").asString().equals(state))
                .count();
    }

    /** The id of a job with this body. */
    String submit(String body) {
        return api.post("/jobs", body).json().get("id").asString();
    }

    JsonNode awaitState(String id, String state) {
        return await().atMost(PATIENCE)
                .until(
                        () -> api.get("/jobs/" + id).json(),
                        job -> job.path("state").asString("").equals(state));
    }

    void stopAndDelete(String id) {
        api.post("/jobs/" + id + "/stop", "");
        awaitState(id, "STOPPED");
        api.delete("/jobs/" + id);
    }
}
