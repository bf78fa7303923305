package io.penstock.stage.worker;

import io.penstock.common.control.Assign;
import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.Failed;
import io.penstock.common.control.Grant;
import io.penstock.common.control.Heartbeat;
import io.penstock.common.control.Leaving;
import io.penstock.common.control.Ping;
import io.penstock.common.control.Pong;
import io.penstock.common.control.Release;
import io.penstock.common.control.Reschedule;
import io.penstock.common.control.Welcome;
import io.penstock.common.wire.ControlClient;
import io.penstock.common.wire.PeerConnection;
import io.penstock.common.wire.PeerHello;
import io.penstock.common.wire.PeerReceiver;
import io.penstock.common.wire.RefusedException;
import io.penstock.engine.job.InvalidJobException;
import io.penstock.stage.metric.WorkerMeters;
import io.penstock.stage.runtime.ActivityLog;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker as the orchestrator sees it: at most one job at a time. Commands arrive on an event loop and only start or
 * signal things; the work is done on the run's own thread.
 */
final class Worker implements ControlClient.Listener, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Worker.class);

    /** How long a step that is being computed may take to end. */
    private static final long LAST_STEP_SECONDS = 5;

    /** How long the orchestrator may take to hear that this worker leaves. */
    private static final long FAREWELL_SECONDS = 2;

    private final WorkerParts parts;
    private final WorkerMeters meters;
    private final AtomicReference<@Nullable JobRun> current = new AtomicReference<>();
    private final ExecutorService runs =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().name("run").factory());
    private volatile @Nullable ControlClient control;
    private volatile boolean lost;
    private volatile boolean welcome;
    private volatile CountDownLatch farewell = new CountDownLatch(1);
    private volatile Duration heartbeat = Duration.ofSeconds(1);

    Worker(WorkerParts parts, WorkerMeters meters) {
        this.parts = parts;
        this.meters = meters;
    }

    /** A connection is about to be dialled; what happens to it from now on counts. */
    void dialling() {
        control = null;
        lost = false;
        welcome = false;
        farewell = new CountDownLatch(1);
    }

    /** Reports go to this connection from now on. */
    void connected(ControlClient client) {
        control = client;
    }

    Duration heartbeatPeriod() {
        return heartbeat;
    }

    /** True if the orchestrator has let it in over the present connection or the last one. */
    boolean isWelcome() {
        return welcome;
    }

    boolean isConnected() {
        return control != null && !lost;
    }

    void sayHeartbeat() {
        JobRun run = current.get();
        if (run == null) {
            report(new Heartbeat(null, 0, -1, null));
            return;
        }
        ActivityLog activity = run.activity();
        Assign assign = run.assignment().assign();
        report(new Heartbeat(assign.job(), assign.attempt(), activity.step(), activity.action()));
    }

    private void report(ControlMessage.Report report) {
        ControlClient client = control;
        if (client != null) {
            client.send(report);
        }
    }

    @Override
    public void received(ControlMessage.Command command) {
        switch (command) {
            case Welcome let -> welcomed(let);
            case Ping ping -> report(new Pong(ping.sequence(), ping.sentNanos(), System.nanoTime()));
            case Assign assign -> assign(assign);
            case Grant grant -> running(grant.job(), grant.attempt()).ifPresent(run -> run.grant(grant));
            case Reschedule change -> running(change.job(), change.attempt()).ifPresent(run -> run.reschedule(change));
            case Release release -> running(release.job(), release.attempt()).ifPresent(JobRun::release);
        }
    }

    private void welcomed(Welcome let) {
        heartbeat = Duration.ofMillis(let.heartbeatMillis());
        welcome = true;
    }

    /** A job that comes while the released one before it still frees its memory waits for it on the run thread. */
    private void assign(Assign assign) {
        JobRun old = current.get();
        if (old != null && !old.released()) {
            refuse(
                    assign,
                    null,
                    "the worker is busy with job " + old.assignment().assign().job());
            return;
        }
        try {
            JobRun run = new JobRun(Assignment.of(assign), parts, meters.job(assign.job()), this::report);
            current.set(run);
            runs.execute(() -> execute(run));
        } catch (InvalidJobException e) {
            refuse(assign, e.errors().getFirst().pointer(), String.valueOf(e.getMessage()));
        }
    }

    private void refuse(Assign assign, @Nullable String pointer, String reason) {
        log.warn("refused job {}: {}", assign.job(), reason);
        report(new Failed(assign.job(), assign.attempt(), assign.rank(), -1, null, pointer, -1, reason));
    }

    private void execute(JobRun run) {
        try {
            run.run();
        } finally {
            if (current.compareAndSet(run, null)) {
                sayHeartbeat();
            }
        }
    }

    private Optional<JobRun> running(String job, long attempt) {
        return Optional.ofNullable(current.get())
                .filter(run -> run.assignment().assign().job().equals(job)
                        && run.assignment().assign().attempt() == attempt);
    }

    /** Routes a peer's data connection to the run it belongs to. */
    PeerReceiver accept(PeerHello hello, PeerConnection connection) throws RefusedException {
        JobRun run = current.get();
        if (run == null) {
            throw new RefusedException("no job runs here");
        }
        return run.network().accept(hello, connection);
    }

    @Override
    public void disconnected(String reason) {
        log.warn("lost the orchestrator: {}", reason);
        lost = true;
        farewell.countDown();
        releaseCurrent();
    }

    /** Tells the orchestrator that this worker was told to end, and waits until it has closed the connection. */
    void leave() {
        if (!isConnected()) {
            return;
        }
        report(new Leaving("it was told to end (SIGTERM)"));
        try {
            if (!farewell.await(FAREWELL_SECONDS, TimeUnit.SECONDS)) {
                log.warn("the orchestrator did not answer within {} s that this worker leaves", FAREWELL_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends the current run, and the thread that runs are on, and waits for it a while: natives that are unloaded at the end of
     * the process must not be computing then.
     */
    @Override
    public void close() {
        releaseCurrent();
        runs.shutdown();
        try {
            if (!runs.awaitTermination(LAST_STEP_SECONDS, TimeUnit.SECONDS)) {
                log.warn("the run did not end within {} s", LAST_STEP_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void releaseCurrent() {
        JobRun run = current.get();
        if (run != null) {
            run.release();
        }
    }
}
