package io.penstock.stage.worker;

import io.penstock.common.control.Hello;
import io.penstock.common.process.Backoff;
import io.penstock.common.wire.ClientOptions;
import io.penstock.common.wire.ControlClient;
import io.penstock.common.wire.WireTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a worker connected: dials the orchestrator until it answers, says heartbeats, and dials again when it is lost. The
 * pauses between two dials grow until a welcome.
 */
final class ControlLoop implements Runnable, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ControlLoop.class);
    private static final Duration DIAL = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final long MAX_FRAME = 64L << 20;

    private final Worker worker;
    private final WireTransport transport;
    private final Hello hello;
    private final ClientOptions options;
    private final Backoff backoff;
    private final Thread thread;
    private volatile boolean closed;
    private boolean dialled;
    private boolean complained;

    ControlLoop(Worker worker, WireTransport transport, Hello hello, String host, int port, Duration pause) {
        this.worker = worker;
        this.transport = transport;
        this.hello = hello;
        this.options = new ClientOptions(host, port, MAX_FRAME, DIAL);
        this.backoff = new Backoff(pause, LONGEST_PAUSE);
        this.thread = Thread.ofPlatform().name("control").unstarted(this);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        while (!closed) {
            if (worker.isConnected()) {
                worker.sayHeartbeat();
                LockSupport.parkNanos(worker.heartbeatPeriod().toNanos());
            } else {
                pauseBetweenDials();
                if (!closed) {
                    dial();
                }
            }
        }
    }

    private void pauseBetweenDials() {
        if (worker.isWelcome()) {
            backoff.reset();
        }
        if (dialled) {
            LockSupport.parkNanos(backoff.pause().toNanos());
        }
        dialled = true;
    }

    private void dial() {
        try {
            worker.dialling();
            worker.connected(ControlClient.connect(transport, options, hello, worker));
            log.info("connected to the orchestrator at {}:{}", options.host(), options.port());
            complained = false;
        } catch (IOException e) {
            if (!complained) {
                log.warn(
                        "no orchestrator at {}:{} yet, trying again: {}",
                        options.host(),
                        options.port(),
                        e.getMessage());
                complained = true;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        worker.leave();
    }
}
