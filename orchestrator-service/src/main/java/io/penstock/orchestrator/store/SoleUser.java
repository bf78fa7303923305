package io.penstock.orchestrator.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one orchestrator at a time use a PostgreSQL database: two would start each job twice and fail each other's. It holds
 * an advisory lock on a connection of its own, which the server drops with the connection, and takes it anew when the
 * server was away.
 */
final class SoleUser implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SoleUser.class);

    /** The lock's number: "penstock" in ASCII. */
    private static final long LOCK = 0x70656E73746F636BL;

    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final int VALID_SECONDS = 2;

    private final DataSource database;
    private final Runnable onLost;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("store-lock").factory());
    private @Nullable Connection holder;

    /**
     * Returns when nobody else uses the database.
     *
     * @param patience how long the one before may take to end
     * @param onLost called when somebody else has taken the database while it was away
     * @throws StoreInUseException if somebody still uses it after that time
     */
    SoleUser(DataSource database, Duration patience, Duration period, Runnable onLost)
            throws SQLException, InterruptedException {
        this.database = database;
        this.onLost = onLost;
        long start = System.nanoTime();
        while (!take()) {
            if (System.nanoTime() - start > patience.toNanos()) {
                timer.shutdownNow();
                throw new StoreInUseException(patience);
            }
            LOG.info("another orchestrator uses the job store, waiting for its end");
            Thread.sleep(Math.min(RETRY.toMillis(), patience.toMillis()));
        }
        var _ = timer.scheduleWithFixedDelay(this::check, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized boolean take() throws SQLException {
        Connection connection = database.getConnection();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select pg_try_advisory_lock(" + LOCK + ")")) {
            if (result.next() && result.getBoolean(1)) {
                holder = connection;
                return true;
            }
            connection.close();
            return false;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Takes the lock anew if it went with its connection. */
    synchronized void check() {
        try {
            if (holder != null && holder.isValid(VALID_SECONDS)) {
                return;
            }
            drop();
            if (take()) {
                LOG.info("the job store is back");
            } else {
                LOG.error("another orchestrator has taken the job store while it was away: this one ends");
                timer.shutdown();
                onLost.run();
            }
        } catch (SQLException e) {
            LOG.warn("the job store is away: {}", e.getMessage());
        }
    }

    private void drop() throws SQLException {
        Connection old = holder;
        holder = null;
        if (old != null) {
            old.close();
        }
    }

    /** The pool keeps its connections, so the lock is given back by name. */
    @Override
    public synchronized void close() {
        timer.shutdownNow();
        if (holder == null) {
            return;
        }
        try (Statement statement = holder.createStatement()) {
            statement.execute("select pg_advisory_unlock(" + LOCK + ")");
            drop();
        } catch (SQLException e) {
            LOG.debug("the lock goes with its connection", e);
        }
    }
}
