package io.penstock.orchestrator.worker;

import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.Heartbeat;
import io.penstock.common.control.Hello;
import io.penstock.common.control.Ping;
import io.penstock.common.control.Pong;
import io.penstock.common.wire.ControlConnection;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A worker that has said hello. Its state changes only through {@link WorkerRegistry}. */
public final class Worker {

    private final Hello hello;
    private final ControlConnection connection;
    private final ClockOffset clock = new ClockOffset();
    private volatile long lastSeenNanos = System.nanoTime();
    private volatile @Nullable Heartbeat lastHeartbeat;
    private volatile State state = State.IDLE;
    private volatile @Nullable Duty duty;
    private long pings;

    /** What a worker is doing, as seen from here. */
    public enum State {
        IDLE,
        BUSY,
        /** Its connection closed or fell silent. */
        LOST,
        /** It said that it was told to end. */
        LEFT;

        /** True if it does not come back but by a new hello. */
        public boolean isGone() {
            return this == LOST || this == LEFT;
        }
    }

    /** The job and rank that a worker is reserved for, and who hears of it. */
    record Duty(String job, int rank, WorkerListener listener) {}

    Worker(Hello hello, ControlConnection connection) {
        this.hello = hello;
        this.connection = connection;
    }

    public String name() {
        return hello.worker();
    }

    public Hello hello() {
        return hello;
    }

    public State state() {
        return state;
    }

    public @Nullable String job() {
        Duty current = duty;
        return current == null ? null : current.job();
    }

    public @Nullable Integer rank() {
        Duty current = duty;
        return current == null ? null : current.rank();
    }

    /** What it said last that it does, if it has a job. */
    public @Nullable Heartbeat lastHeartbeat() {
        return lastHeartbeat;
    }

    public long silentNanos() {
        return System.nanoTime() - lastSeenNanos;
    }

    void excuseSilence() {
        lastSeenNanos = System.nanoTime();
    }

    /** Nanoseconds to subtract from its clock to get ours, empty while unknown. */
    public OptionalLong clockOffset() {
        return clock.nanos();
    }

    /** Sends a command; returns at once. */
    public void send(ControlMessage.Command command) {
        connection.send(command);
    }

    ControlConnection connection() {
        return connection;
    }

    @Nullable
    Duty duty() {
        return duty;
    }

    void reserve(Duty taken) {
        duty = taken;
        state = State.BUSY;
    }

    void release() {
        duty = null;
        lastHeartbeat = null;
        state = state.isGone() ? state : State.IDLE;
    }

    void go(State how) {
        state = how;
    }

    synchronized void ping() {
        connection.send(new Ping(pings++, System.nanoTime()));
    }

    /** Notes a sign of life; true if it was one that only this class cares for. */
    boolean saw(ControlMessage.Report report) {
        lastSeenNanos = System.nanoTime();
        switch (report) {
            case Pong pong -> clock.add(pong, lastSeenNanos);
            case Heartbeat heartbeat -> lastHeartbeat = heartbeat;
            default -> {
                return false;
            }
        }
        return true;
    }
}
