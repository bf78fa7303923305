package io.penstock.orchestrator.fake;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import javax.sql.DataSource;

/** A PostgreSQL server that can be ended and started again on the same port and files. */
public final class PostgresServer implements AutoCloseable {

    private final Path files;
    private EmbeddedPostgres server;
    private int port;

    public PostgresServer(Path files) {
        this.files = files;
        start();
    }

    public void start() {
        try {
            server = EmbeddedPostgres.builder()
                    .setDataDirectory(files)
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .start();
            port = server.getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void stop() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
    }

    public DataSource database(String name) {
        return server.getDatabase(user(), name);
    }

    public String user() {
        return "postgres";
    }

    @Override
    public void close() {
        stop();
    }
}
