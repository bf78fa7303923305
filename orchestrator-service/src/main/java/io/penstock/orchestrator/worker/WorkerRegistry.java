package io.penstock.orchestrator.worker;

import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.Hello;
import io.penstock.common.control.Leaving;
import io.penstock.common.control.Release;
import io.penstock.common.control.Welcome;
import io.penstock.common.wire.ControlConnection;
import io.penstock.common.wire.ControlServer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows every worker: who is idle, who is reserved for which job, who is gone. A worker is lost at once when its
 * connection closes, and when it is silent for three heartbeats; it has left when it said so before. Those that are gone
 * are kept for show until they come back.
 */
public final class WorkerRegistry implements ControlServer.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerRegistry.class);
    private static final int FIRST_PINGS = 4;
    private static final int MAX_GONE = 64;

    private final Map<String, Worker> workers = new ConcurrentHashMap<>();
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
    private final Duration heartbeat;

    public WorkerRegistry(Duration heartbeat) {
        this.heartbeat = heartbeat;
    }

    /** The watcher is called after every arrival, departure and release, on any thread, and must return at once. */
    public void watch(Runnable watcher) {
        watchers.add(watcher);
    }

    @Override
    public synchronized void connected(ControlConnection connection, Hello hello) {
        Worker known = workers.get(hello.worker());
        if (known != null && !known.state().isGone()) {
            connection.close("a worker named %s is connected already: choose another name".formatted(hello.worker()));
            return;
        }
        Worker worker = new Worker(hello, connection);
        connection.send(new Welcome(Math.toIntExact(heartbeat.toMillis())));
        IntStream.range(0, FIRST_PINGS).forEach(ping -> worker.ping());
        workers.put(worker.name(), worker);
        LOG.info("worker {} is here: {}, {}", worker.name(), hello.backend(), hello.device());
        changed();
    }

    @Override
    public void received(ControlConnection connection, ControlMessage.Report report) {
        of(connection).ifPresent(worker -> received(worker, report));
    }

    private void received(Worker worker, ControlMessage.Report report) {
        Worker.Duty duty = worker.duty();
        if (report instanceof Leaving leaving) {
            go(worker, Worker.State.LEFT, leaving.reason());
            worker.connection().close("the worker left");
        } else if (!worker.saw(report) && duty != null) {
            duty.listener().said(duty.rank(), report);
        }
    }

    @Override
    public void disconnected(ControlConnection connection, String why) {
        of(connection).ifPresent(worker -> go(worker, Worker.State.LOST, why));
    }

    /** Reserves that many idle workers, by rank, or none. */
    public synchronized Optional<List<Worker>> reserve(String job, int count, WorkerListener listener) {
        List<Worker> chosen = sorted().stream()
                .filter(worker -> worker.state() == Worker.State.IDLE)
                .limit(count)
                .toList();
        if (chosen.size() < count) {
            return Optional.empty();
        }
        IntStream.range(0, count).forEach(rank -> chosen.get(rank).reserve(new Worker.Duty(job, rank, listener)));
        return Optional.of(chosen);
    }

    /** Ends the workers' part in a job; those that live are idle again. */
    public synchronized void release(List<Worker> crew, String job, long attempt) {
        for (Worker worker : crew) {
            worker.send(new Release(job, attempt));
            worker.release();
        }
        changed();
    }

    public synchronized Census census() {
        Map<String, Integer> busy = new TreeMap<>();
        int idle = 0;
        for (Worker worker : workers.values()) {
            String job = worker.job();
            if (worker.state() == Worker.State.IDLE) {
                idle++;
            } else if (worker.state() == Worker.State.BUSY && job != null) {
                busy.merge(job, 1, Integer::sum);
            }
        }
        return new Census(idle, busy);
    }

    /** True while a worker of this name is connected. */
    public boolean isHere(String name) {
        Worker worker = workers.get(name);
        return worker != null && !worker.state().isGone();
    }

    /** True if this very process has ever said hello under this name, and nobody after it. */
    public boolean hasMet(String name, long processId) {
        Worker worker = workers.get(name);
        return worker != null && worker.hello().processId() == processId;
    }

    /** All workers by name, those that are gone too. */
    public List<Worker> sorted() {
        return workers.values().stream()
                .sorted(Comparator.<Worker>comparingInt(worker -> worker.name().length())
                        .thenComparing(Worker::name))
                .toList();
    }

    /** Pings everybody, and gives up those who have been silent for too long. Called once a fraction of a heartbeat. */
    void tick() {
        for (Worker worker : workers.values()) {
            if (!worker.state().isGone()) {
                checkAlive(worker);
            }
        }
    }

    /** Counts everybody's silence from now on. */
    void excuseSilence() {
        workers.values().stream().filter(worker -> !worker.state().isGone()).forEach(Worker::excuseSilence);
    }

    private void checkAlive(Worker worker) {
        long silent = worker.silentNanos();
        if (silent > 3 * heartbeat.toNanos()) {
            String why = "it was silent for %.1f s".formatted(silent / 1e9);
            go(worker, Worker.State.LOST, why);
            worker.connection().close(why);
        } else {
            worker.ping();
        }
    }

    private void go(Worker worker, Worker.State how, String why) {
        Worker.Duty duty;
        synchronized (this) {
            if (worker.state().isGone()) {
                return;
            }
            duty = worker.duty();
            worker.go(how);
            forgetLongGone();
        }
        LOG.info("worker {} is {}: {}", worker.name(), how, why);
        if (duty != null && how == Worker.State.LEFT) {
            duty.listener().left(duty.rank(), why);
        } else if (duty != null) {
            duty.listener().lost(duty.rank(), why);
        }
        changed();
    }

    private void forgetLongGone() {
        workers.values().stream()
                .filter(worker -> worker.state().isGone())
                .sorted(Comparator.comparingLong(Worker::silentNanos))
                .skip(MAX_GONE)
                .forEach(worker -> workers.remove(worker.name(), worker));
    }

    private Optional<Worker> of(ControlConnection connection) {
        return workers.values().stream()
                .filter(worker -> worker.connection().equals(connection))
                .findFirst();
    }

    private void changed() {
        watchers.forEach(Runnable::run);
    }
}
