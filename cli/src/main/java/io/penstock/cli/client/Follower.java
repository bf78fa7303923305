package io.penstock.cli.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Follows a job to its end by its events, and by asking for it whenever the events fall silent. Gives up with an
 * {@link UnreachableException} when neither brings anything for {@link #SILENCE_DEADLINE}.
 */
public final class Follower {

    private static final Duration SILENCE_DEADLINE = Duration.ofSeconds(30);
    private static final Duration POLL_AFTER = Duration.ofSeconds(2);

    private final Client client;
    private final JobListener listener;
    private final Runnable health;
    private @Nullable JobView last;
    private long lastHeard = System.nanoTime();

    /** @param health throws if there is no point in waiting longer, for example because the orchestrator has died */
    public Follower(Client client, JobListener listener, Runnable health) {
        this.client = client;
        this.listener = listener;
        this.health = health;
    }

    /** Blocks until the job has ended and returns its final view. */
    public JobView follow(String id) throws InterruptedException {
        try (EventFeed feed = new EventFeed(lastId -> client.events(id, lastId))) {
            see(client.job(id));
            while (last == null || !last.isFinished()) {
                Event event = feed.poll(POLL_AFTER);
                if (event == null) {
                    ask(id);
                } else {
                    hear(id, event);
                }
            }
        }
        return client.job(id);
    }

    private void ask(String id) {
        health.run();
        try {
            see(client.job(id));
        } catch (UnreachableException silent) {
            health.run();
            if (System.nanoTime() - lastHeard > SILENCE_DEADLINE.toNanos()) {
                throw silent;
            }
        }
    }

    private void hear(String id, Event event) {
        switch (event.name()) {
            case "state" -> see(Json.MAPPER.readValue(event.data(), JobView.class));
            case "step" -> step(id, Json.MAPPER.readValue(event.data(), StepRow.class));
            case "evaluation" -> listener.onEvaluation(Json.MAPPER.readValue(event.data(), Evaluation.class));
            case "work" -> listener.onWork(Json.MAPPER.readValue(event.data(), Work.class));
            default -> {}
        }
        lastHeard = System.nanoTime();
    }

    private void step(String id, StepRow row) {
        if (last != null && last.progress() == null) {
            ask(id);
        }
        listener.onStep(row);
    }

    private void see(JobView job) {
        last = job;
        lastHeard = System.nanoTime();
        listener.onState(job);
    }
}
