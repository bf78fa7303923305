package io.penstock.orchestrator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.penstock.orchestrator.fake.Api;
import io.penstock.orchestrator.fake.JobText;
import io.penstock.orchestrator.fake.PostgresServer;
import io.penstock.orchestrator.fake.Script;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real PostgreSQL server, which also goes away and comes back. */
class PostgresStoreTest extends StoreContract {

    private static final Duration LONG = Duration.ofHours(1);

    private PostgresServer server;

    @Override
    void prepare(Path folder) {
        server = new PostgresServer(folder.resolve("postgres"));
    }

    @Override
    List<String> database(String name) {
        try (Connection admin = DriverManager.getConnection(server.url("postgres"), server.user(), "")) {
            admin.createStatement().execute("create database " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return List.of("--spring.datasource.url=" + server.url(name), "--spring.datasource.username=" + server.user());
    }

    @AfterAll
    void endServer() {
        server.close();
    }

    @Test
    void soleUserWhenAnotherIsThereWaitsForItsEnd() throws Exception {
        database("sole");
        DataSource database = server.database("sole");
        SoleUser first = new SoleUser(database, PATIENCE, LONG, () -> {});
        assertThatThrownBy(() -> new SoleUser(database, Duration.ofMillis(50), LONG, () -> {}))
                .isInstanceOf(StoreInUseException.class);
        Thread end = Thread.ofVirtual().start(first::close);
        new SoleUser(database, PATIENCE, LONG, () -> {}).close();
        end.join();
    }

    @Test
    void soleUserWhenItsConnectionIsLostTakesItAnewOrSaysThatAnotherHas() throws Exception {
        database("lost");
        DataSource database = server.database("lost");
        AtomicInteger lost = new AtomicInteger();
        try (SoleUser first = new SoleUser(database, PATIENCE, LONG, lost::incrementAndGet);
                Connection admin = server.database("postgres").getConnection()) {
            terminate(admin);
            new SoleUser(database, PATIENCE, LONG, () -> {}).close();
            first.check();
            assertThat(lost).hasValue(0);

            terminate(admin);
            try (SoleUser second = new SoleUser(database, PATIENCE, LONG, () -> {})) {
                first.check();
                assertThat(lost).hasValue(1);
            }
        }
    }

    private static void terminate(Connection admin) throws SQLException {
        admin.createStatement()
                .execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'lost'");
    }

    @Test
    void outageWhenAJobRunsIsToldAndTheJobLosesNothing(@TempDir Path folder) {
        try (Instance instance = Instance.start(folder, impatient(database("outage")))) {
            outageOf(instance);
        }
    }

    private static List<String> impatient(List<String> database) {
        return Stream.concat(
                        database.stream(),
                        Stream.of(
                                "--spring.datasource.hikari.connection-timeout=1000",
                                "--spring.datasource.hikari.validation-timeout=500"))
                .toList();
    }

    private void outageOf(Instance instance) {
        Api api = instance.api();
        Api management = instance.management();
        instance.worker(Script.good(1_000_000).slow(5));
        api.post("/jobs", JobText.of(1, "\"id\": \"running\","));
        await().atMost(PATIENCE).until(() -> step(api) > 3);

        server.stop();

        Api.Answer away = api.get("/jobs/running");
        assertThat(away.status()).isEqualTo(503);
        assertThat(away.code()).isEqualTo("store_unavailable");
        assertThat(away.contentType()).isEqualTo("application/problem+json");
        assertThat(away.raw().headers().firstValue("Retry-After")).hasValue("5");
        assertThat(api.post("/jobs", JobText.of(1)).status()).isEqualTo(503);
        assertThat(management.get("/actuator/health/readiness").status()).isEqualTo(503);
        assertThat(management.get("/actuator/health/liveness").status()).isEqualTo(200);

        server.start();

        await().atMost(PATIENCE)
                .until(() -> management.get("/actuator/health/readiness").status() == 200);
        long seen = step(api);
        await().atMost(PATIENCE).until(() -> step(api) > seen);
        api.post("/jobs/running/stop", "");
        await().atMost(PATIENCE).until(() -> instance.state("running").equals("STOPPED"));
        List<Long> steps = api.get("/jobs/running/metrics")
                .json()
                .valueStream()
                .map(row -> row.get("step").asLong())
                .toList();
        assertThat(steps)
                .isEqualTo(LongStream.rangeClosed(1, steps.size()).boxed().toList());
    }

    private static long step(Api api) {
        return api.get("/jobs/running").json().path("progress").path("step").asLong(0);
    }
}
