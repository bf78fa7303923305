package io.penstock.orchestrator.store;

import io.penstock.common.wire.ControlServer;
import io.penstock.common.wire.WireTransport;
import io.penstock.orchestrator.OrchestratorApplication;
import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.FakeWorker;
import io.penstock.orchestrator.fake.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** One run of the orchestrator in this process. */
record Instance(ConfigurableApplicationContext context) implements AutoCloseable {

    static Instance start(Path folder, List<String> database) {
        List<String> settings = new ArrayList<>(List.of(
                "--server.port=0",
                "--management.server.port=0",
                "--penstock.control.port=0",
                "--penstock.control.secret=s3cret",
                "--penstock.local-workers=0",
                "--penstock.state-directory=" + folder));
        settings.addAll(database);
        return new Instance(
                new SpringApplicationBuilder(OrchestratorApplication.class).run(settings.toArray(String[]::new)));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    Api api() {
        return new Api(port("server"));
    }

    Api management() {
        return new Api(port("management"));
    }

    private int port(String name) {
        return context.getEnvironment().getRequiredProperty("local.%s.port".formatted(name), Integer.class);
    }

    String state(String job) {
        return api().get("/jobs/" + job).json().path("state").asString("");
    }

    void worker(Script script) {
        int port = bean(ControlServer.class).port();
        var _ = new FakeWorker(bean(WireTransport.class), port, "s3cret", "w-" + System.nanoTime(), script);
    }

    @Override
    public void close() {
        context.close();
    }
}
