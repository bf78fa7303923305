package io.penstock.cli.client;

import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a job's events on a thread of its own and connects again, after the last event seen, whenever the stream breaks.
 * A reader that lags holds the stream back: the queue is bounded.
 */
final class EventFeed implements AutoCloseable {

    private static final int MAX_QUEUED = 256;
    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(300);

    private final Function<@Nullable String, Stream<String>> connect;
    private final BlockingQueue<Event> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final Thread thread = Thread.ofVirtual().name("penstock-events").unstarted(this::run);
    private @Nullable String lastId;
    private volatile boolean closed;

    /** @param connect opens the stream of lines after the event with the given id, from the start without one */
    EventFeed(Function<@Nullable String, Stream<String>> connect) {
        this.connect = connect;
        thread.start();
    }

    /** The next event, or null if none came within the time. */
    @Nullable
    Event poll(Duration time) throws InterruptedException {
        return queue.poll(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void run() {
        try {
            while (!closed) {
                readOnce();
                Thread.sleep(RECONNECT_PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void readOnce() throws InterruptedException {
        try (Stream<String> lines = connect.apply(lastId)) {
            Iterator<String> iterator = lines.iterator();
            for (Event event = Event.read(iterator); event != null; event = Event.read(iterator)) {
                lastId = event.id() == null ? lastId : event.id();
                queue.put(event);
            }
        } catch (RuntimeException broken) {
            // The pause and the next connection follow; the job's follower polls meanwhile and reports a dead server.
        }
    }
}
