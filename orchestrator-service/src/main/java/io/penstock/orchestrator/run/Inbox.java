package io.penstock.orchestrator.run;

import io.penstock.common.control.ControlMessage;
import io.penstock.orchestrator.worker.WorkerListener;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What a run has yet to read. It never makes an event loop wait: when it is full, which the grants prevent, the run is
 * told that it lost reports. A request to stop or to end always fits, and so does one request for another schedule.
 */
final class Inbox implements WorkerListener {

    private final BlockingQueue<RunMessage> messages;
    private final AtomicBoolean stopAsked = new AtomicBoolean();
    private final AtomicBoolean endAsked = new AtomicBoolean();
    private final AtomicBoolean overflown = new AtomicBoolean();
    private final AtomicReference<@Nullable ScheduleSwitch> asked = new AtomicReference<>();
    private volatile boolean closed;

    Inbox(int capacity) {
        this.messages = new ArrayBlockingQueue<>(capacity);
    }

    @Override
    public void said(int rank, ControlMessage.Report report) {
        offer(new RunMessage.Said(rank, report));
    }

    @Override
    public void lost(int rank, String why) {
        offer(new RunMessage.Lost(rank, why));
    }

    @Override
    public void left(int rank, String why) {
        offer(new RunMessage.Left(rank, why));
    }

    void stop() {
        stopAsked.set(true);
        messages.offer(new RunMessage.StopAsked());
    }

    /** The orchestrator ends: the run is to end at once. */
    void end() {
        endAsked.set(true);
        messages.offer(new RunMessage.EndAsked());
    }

    /** Hands a wish to the run, which answers it soon; or refuses it at once. */
    void ask(ScheduleSwitch wish) {
        if (!asked.compareAndSet(null, wish)) {
            wish.refuse("another change of the schedule is under way: ask again");
            return;
        }
        messages.offer(new RunMessage.SwitchAsked());
        if (closed) {
            refuse();
        }
    }

    /** The wish that waits for an answer, once. */
    @Nullable
    ScheduleSwitch asked() {
        return asked.getAndSet(null);
    }

    /** Refuses what nobody will answer any more. */
    void close() {
        closed = true;
        refuse();
    }

    private void refuse() {
        ScheduleSwitch wish = asked();
        if (wish != null) {
            wish.refuse("the job has ended: its schedule cannot change any more");
        }
    }

    private void offer(RunMessage message) {
        if (!messages.offer(message)) {
            overflown.set(true);
        }
    }

    /**
     * The next message, or null if none came within the time.
     *
     * @throws StoppedException if the user wants the run to end
     * @throws ToldToEndException if the orchestrator ends
     * @throws RunFault if messages were lost
     */
    @Nullable
    RunMessage next(Duration wait) throws InterruptedException {
        RunMessage message = messages.poll(Math.max(0, wait.toNanos()), TimeUnit.NANOSECONDS);
        if (stopAsked.get()) {
            throw new StoppedException();
        }
        if (endAsked.get()) {
            throw new ToldToEndException();
        }
        if (overflown.get()) {
            throw new RunFault("the workers reported faster than the orchestrator could store: make its disk faster");
        }
        return message;
    }
}
